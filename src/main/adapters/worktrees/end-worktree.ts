import { noneOrFault } from '../data-folder/regular-file.ts'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { WorktreeFacts } from '../../../shared/protocol/worktree.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { findLinkedTree } from '../sandbox/git/linked-tree.ts'
import { ifThere } from '../system/file-fault.ts'
import { type AskGit, endOf } from './worktree-git.ts'
import type { WorktreeRecord, WorktreeRecords } from './worktree-records.ts'

export interface EndingParts {
  readonly git: AskGit
  readonly records: WorktreeRecords
  readonly isSandboxed: boolean
}

/** What exists only in the worktree. Examined like a review: in the sandbox, or without filters. */
export async function factsOf(
  record: WorktreeRecord,
  { git, isSandboxed }: Omit<EndingParts, 'records'>,
): Promise<Result<WorktreeFacts, string>> {
  const { baseBranch, branch, common, conversationId, path, repository } = record
  const tree = await ifThere(lstat(path))
  if (!tree.ok) return failed(unseen(path, tree.error))
  const data = await ifThere(lstat(common))
  if (!data.ok) return failed(unseen(common, data.error))
  const isThere = tree.value !== null
  if (data.value === null) return failed(noRepository(record, isThere))
  if (isThere) {
    const own = ownTree(record)
    if (!own.ok) return own
  }
  const name = shellQuote(branch)
  const script = `${isThere ? HAS_SUBMODULES : 'false'} && exit 7
branch=$(safe_git rev-parse -q --verify refs/heads/${name})
head=${isThere ? '$(safe_git rev-parse -q --verify HEAD)' : ''}
changed=${isThere ? `$(safe_git status --porcelain --no-renames --untracked-files=all --ignore-submodules=all) || exit 1` : ''}
printf '%s' "$changed" | grep -c ''
if [ -z "$branch$head" ]; then echo 0
else safe_git rev-list --count $branch $head --not --exclude=${name} --branches --remotes --tags || exit 1; fi
echo "$branch $head"`
  const ran = await git({
    conversationId,
    folder: isThere ? path : await remaining(record),
    script,
    sandboxPolicy: isSandboxed ? { folder: 'readOnly', network: false } : null,
    filters: isSandboxed ? 'all' : 'none',
  })
  if (!ran.ok) return ran
  const [uncommitted, unmerged, heads = ''] = ran.value.text.split('\n')
  if (ran.value.code === 7) return failed(SUBMODULES)
  if (ran.value.code !== 0) return failed('git cannot report the status of the worktree.')
  return ok({
    branch,
    path,
    repository,
    baseBranch,
    isThere,
    uncommitted: Number(uncommitted),
    unmerged: Number(unmerged),
    heads,
  })
}

/** Git would start a separate process in each submodule, under that repository's config. */
const HAS_SUBMODULES = "safe_git ls-files -s | grep -q '^160000 '"
const SUBMODULES =
  'The worktree has submodules, which Phoenix does not look into. Merge or remove it yourself.'

/** Merges into the branch that is checked out in the repository, or leaves everything unchanged. */
export async function mergeWorktree(
  record: WorktreeRecord,
  parts: EndingParts,
): Promise<Result<null, string>> {
  const facts = await factsOf(record, parts)
  if (!facts.ok) return facts
  if (facts.value.uncommitted > 0) return failed(UNCOMMITTED)
  const { baseBranch, branch, conversationId, repository } = record
  if (baseBranch === null)
    return failed('It was created from a commit, not from a branch: merge it yourself.')
  // Others could put any file of this account into the commit, or end without one.
  const optionsOfBranch = shellQuote(`branch.${baseBranch}.mergeOptions`)
  const script = `[ "$(safe_git symbolic-ref -q --short HEAD)" = ${shellQuote(baseBranch)} ] || exit 41
[ "$(safe_git -C ${shellQuote(record.path)} symbolic-ref -q --short HEAD)" = ${shellQuote(branch)} ] || exit 42
[ -z "$(safe_git status --porcelain --untracked-files=no --ignore-submodules=all)" ] || exit 43
config_names '^merge\\..*\\.driver$' > /dev/null && exit 44
safe_git rev-parse -q --verify MERGE_HEAD > /dev/null && exit 46
options=$(safe_git config ${optionsOfBranch})
case $options in --ff | --no-ff | --ff-only) ;; *) options= ;; esac
said=$(options=$options safe_git --config-env=${optionsOfBranch}=options -c commit.gpgSign=false -c merge.autoStash=false -c merge.verifySignatures=false -c submodule.recurse=false -c gc.auto=0 \\
  -c maintenance.auto=false merge -q --no-edit --no-verify \\
  --no-stat --no-gpg-sign --no-verify-signatures refs/heads/${shellQuote(branch)} 2>&1) && exit 0
conflicts=$(safe_git -c core.quotePath=false diff --name-only --diff-filter=U --ignore-submodules=dirty)
safe_git merge --abort
[ -n "$conflicts" ] && { printf '%s' "$conflicts"; exit 47; }
printf '%s' "$said"
exit 45`
  const noted = parts.records.write({ ...record, isMerging: true })
  if (!noted.ok) return failed(`The merge could not be recorded: ${noted.error}.`)
  const ran = await parts.git({ conversationId, folder: repository, script, mayFinish: true })
  // Git was ended from outside: the next merge tells what that has left.
  if (!ran.ok) return ran
  const { code, text } = ran.value
  if (record.isMerging === true && (code === 43 || code === 46)) return failed(cutOff(record))
  parts.records.write({ ...record, isMerging: false })
  if (code === 0) return ok(null)
  return failed(whyNoMerge(code, text.trim(), record))
}

function cutOff({ baseBranch, branch, repository }: WorktreeRecord): string {
  return `An earlier merge of ${branch} into ${baseBranch} was cut off, because Phoenix or git was ended, so ${repository} may still contain parts of it. See “git status” there; “git merge --abort” undoes it if git still knows of the merge.`
}

const UNCOMMITTED =
  'The worktree has changes that are not committed. Commit them first, or have the agent do it.'

function whyNoMerge(
  code: number,
  text: string,
  { baseBranch, branch, repository }: WorktreeRecord,
): string {
  switch (code) {
    case 41:
      return `${repository} is not on the branch ${baseBranch} now. Switch to it first.`
    case 42:
      return `The worktree is not on the branch ${branch} any more. Merge what it is on yourself.`
    case 43:
      return `${repository} has changes that are not committed. Commit them first.`
    case 44:
      return 'The repository uses its own merge driver, which Phoenix does not run. Merge it yourself.'
    case 46:
      return `A merge in ${repository} is not finished. Commit or abort it first.`
    case 47:
      return `The merge was undone: ${baseBranch} and ${branch} both changed ${namesOf(text)}. Merge ${baseBranch} into the worktree first, or have the agent do it.`
    default:
      return `The merge failed and was undone. ${endOf(text)}`
  }
}

function namesOf(lines: string): string {
  const names = lines.split('\n')
  const rest = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

const MOST_NAMES = 5

/** Removes folder and branch if they are still as they were seen. Git itself does it, and refuses a locked worktree. */
export async function removeWorktree(
  record: WorktreeRecord,
  seen: WorktreeFacts,
  parts: EndingParts & { readonly isAtRest: () => boolean },
): Promise<Result<{ readonly folder: string }, string>> {
  const facts = await factsOf(record, parts)
  if (!facts.ok) return facts
  if (JSON.stringify(facts.value) !== JSON.stringify(seen)) return failed(CHANGED)
  if (!parts.isAtRest()) return failed(IN_USE)
  const { branch, conversationId, path, prefix, repository } = record
  const [branchHead = ''] = seen.heads.split(' ')
  const ref = `refs/heads/${shellQuote(branch)}`
  // A person may have removed it with git, and may have its branch checked out elsewhere.
  const script = `${seen.isThere ? '' : `safe_git worktree list --porcelain | grep -qxF ${shellQuote(`worktree ${path}`)} &&`} \\
{ safe_git worktree remove --force ${shellQuote(path)} 2>&1 || exit 1; }
${branchHead === '' ? '' : `[ -z "$(safe_git for-each-ref --format='%(worktreepath)' ${ref})" ] && safe_git update-ref -d ${ref} ${branchHead}`}
exit 0`
  const folder = await remaining(record)
  const ran = await parts.git({ conversationId, folder, script, mayFinish: true })
  if (!ran.ok) return ran
  if (ran.value.code !== 0)
    return failed(`git did not remove the worktree: ${endOf(ran.value.text)}`)
  parts.records.remove(conversationId)
  return ok({ folder: join(repository, prefix) })
}

const CHANGED = 'The worktree has changed since you looked. Look again before you discard it.'

const IN_USE = 'Something began to run in the worktree, so it was not removed.'

/** Where git can work on the repository: the worktree's origin may be a worktree too, and gone. */
async function remaining({ common, repository }: WorktreeRecord): Promise<string> {
  const stats = await ifThere(lstat(repository))
  return stats.ok && stats.value === null ? common : repository
}

/** Fails unless the repository and the folder name each other. */
function ownTree(record: WorktreeRecord): Result<null, string> {
  try {
    return findLinkedTree(record.path)?.common === record.common
      ? ok(null)
      : failed(notOurs(record))
  } catch (error) {
    const read = noneOrFault(error)
    return failed(read.ok ? notOurs(record) : unseen(record.path, read.error))
  }
}

function unseen(path: string, why: string): string {
  return `Phoenix can’t look at ${path} now: ${why}. Nothing was changed.`
}

/** Its commits are in the repository, so git can do nothing for either until that is back. */
function noRepository({ path, repository }: WorktreeRecord, isThere: boolean): string {
  const gone = `The repository of this worktree, ${repository}, was moved or deleted`
  return isThere
    ? `${gone}. The files in ${path} are still there, but git can’t work on them. Put the repository back to merge or discard the worktree.`
    : `${gone}, and the folder ${path} is missing too. Put the repository back to merge or discard the worktree.`
}

function notOurs({ path }: WorktreeRecord): string {
  return `${path} is no longer the worktree that Phoenix made, so Phoenix does not touch it.`
}
