import type { Stats } from 'node:fs'
import { lstat, mkdir, realpath, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { NewWorktree } from '../../runtime/ports/worktree-port.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { faultCode, fileFault, ifThere } from '../system/file-fault.ts'
import { copyIncluded, LIST_INCLUDED } from './copy-included.ts'
import { type AskGit, endOf } from './worktree-git.ts'
import type { WorktreeRecord, WorktreeRecords } from './worktree-records.ts'

export interface MakingParts {
  readonly git: AskGit
  readonly records: WorktreeRecords
}

type Made = Result<{ readonly folder: string; readonly notes: readonly string[] }, string>

/**
 * Creates a worktree next to the repository, on the same disk. If something fails, the incomplete worktree is removed again.
 */
export async function makeWorktree(request: NewWorktree, parts: MakingParts): Promise<Made> {
  const found = await lookAt(request, parts.git)
  if (!found.ok) return found
  const placed = await place(found.value, parts.records)
  if (!placed.ok) return placed
  const record = placed.value
  const added = await fill(record, parts.git)
  if (added.ok) return ok({ folder: folderIn(record), notes: added.value })
  await unmakeWorktree(record, parts)
  return added
}

type Unplaced = Omit<WorktreeRecord, 'path' | 'inode'>

async function lookAt(
  { branch, conversationId, folder }: NewWorktree,
  git: AskGit,
): Promise<Result<Unplaced, string>> {
  const name = shellQuote(branch)
  const script = `top=$(safe_git rev-parse --show-toplevel) || exit 3
head=$(safe_git rev-parse -q --verify 'HEAD^{commit}') || exit 4
safe_git check-ref-format "refs/heads/"${name} && [ "\${#top}" -gt 1 ] || exit 5
case ${name} in -*) exit 5 ;; esac
safe_git show-ref --verify -q refs/heads/${name} && exit 6
printf '%s\\0' "$top" "$(safe_git rev-parse --path-format=absolute --git-common-dir)" \\
  "$(safe_git rev-parse --show-prefix)" "$head" "$(safe_git symbolic-ref -q --short HEAD)" \\
  "$(safe_git config core.worktree)"`
  const ran = await git({ conversationId, folder, script })
  if (!ran.ok) return ran
  const [repository, common, prefix, base, baseBranch, elsewhere] = ran.value.text.split('\0')
  if (ran.value.code !== 0 || repository === undefined || common === undefined)
    return failed(WHY_NOT[ran.value.code] ?? `git could not look at ${folder}.`)
  if (basename(common) !== '.git') return failed(NO_OWN_GIT)
  if (elsewhere !== '') return failed(ELSEWHERE)
  return ok({
    conversationId,
    repository,
    common,
    prefix: (prefix ?? '').replace(/\/$/, ''),
    branch,
    baseBranch: baseBranch === '' ? null : (baseBranch ?? null),
    base: base ?? '',
    phase: 'making',
  })
}

const WHY_NOT: Readonly<Record<number, string>> = {
  3: 'A worktree needs a git repository, and this folder is not in one that git can read.',
  4: 'A worktree needs a commit to begin from, and this repository has none yet.',
  5: 'This is not a valid branch name. Use letters, digits, dashes and slashes.',
  6: 'There is already a branch with this name. Choose another one.',
}

/** Neither merge, discard nor the sandbox would recognise its worktree: see `linkedTree`. */
const NO_OWN_GIT =
  'Phoenix makes worktrees only of repositories whose data is in a folder called .git, which excludes submodules and bare repositories.'

/** A merge would write there. */
const ELSEWHERE =
  'The git settings of this repository say that its files are in another folder (core.worktree). Phoenix makes no worktrees of such repositories.'

const MOST_NAMES = 100

/** Writes the record first; then creates a new folder, identified by its inode number and birth time. */
async function place(
  found: Unplaced,
  records: WorktreeRecords,
): Promise<Result<WorktreeRecord, string>> {
  const parent = `${found.repository}-worktrees`
  const slug = found.branch.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'worktree'
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const path = join(parent, number === 1 ? slug : `${slug}-${number}`)
    const record = { ...found, path, inode: null }
    const noted = records.write(record)
    if (!noted.ok) return failed(`The worktree could not be recorded: ${noted.error}.`)
    try {
      await mkdir(parent, { recursive: true })
      if ((await realpath(parent)) !== parent) {
        records.remove(found.conversationId)
        return failed(`${parent} is a link, so Phoenix makes no worktrees there.`)
      }
      await mkdir(path)
    } catch (error) {
      // It may also be the parent that is a file.
      const taken = await ifThere(lstat(path))
      if (faultCode(error) === 'EEXIST' && taken.ok && taken.value !== null) continue
      records.remove(found.conversationId)
      return failed(`The folder ${path} cannot be created: ${fileFault(error)}.`)
    }
    const made = await recorded(record, records)
    if (made.ok) return made
    await rmdir(path).catch(() => undefined)
    records.remove(found.conversationId)
    return failed(`The worktree could not be recorded: ${made.error}.`)
  }
  records.remove(found.conversationId)
  return failed(`There are too many worktrees called ${slug} in ${parent}.`)
}

async function recorded(
  record: WorktreeRecord,
  records: WorktreeRecords,
): Promise<Result<WorktreeRecord, string>> {
  const stats = await ifThere(lstat(record.path))
  if (!stats.ok) return stats
  const made = { ...record, inode: inodeOf(stats.value) }
  const written = records.write(made)
  return written.ok ? ok(made) : written
}

function inodeOf(stats: Stats | null): string | null {
  return stats?.isDirectory() === true ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : null
}

/** Returns notes. */
async function fill(
  record: WorktreeRecord,
  git: AskGit,
): Promise<Result<readonly string[], string>> {
  const { base, branch, common, conversationId, path, repository } = record
  const add = `safe_git worktree add -q --no-track --no-checkout -b ${shellQuote(branch)} ${shellQuote(path)} ${base} 2>&1`
  const begun = await git({ conversationId, folder: repository, script: add })
  const isBegun = begun.ok && begun.value.code === 0
  // In it, the config of the repository may name other filters than outside (includeIf).
  const added = isBegun ? await git({ conversationId, folder: path, script: CHECK_OUT }) : begun
  if (!added.ok) return added
  if (added.value.code !== 0) {
    const data = await ifThere(lstat(common))
    if (data.ok && data.value === null) return failed(goneMeanwhile(record))
    return failed(`git could not create the worktree: ${endOf(added.value.text)}`)
  }
  const listed = await git({ conversationId, folder: repository, script: LIST_INCLUDED })
  if (!listed.ok) return listed
  const names = listed.value.text.split('\0').slice(0, -1)
  const notes = await copyIncluded(names, repository, path)
  const folder = folderIn(record)
  const real = await ifThere(realpath(folder))
  if (!real.ok) return failed(`No conversation can work in ${folder}: ${real.error}.`)
  // A link leads somewhere that nobody chose.
  return real.value === folder ? ok(notes) : failed(noFolder(record))
}

/** As `git worktree add` does it. */
const CHECK_OUT = 'safe_git reset -q --hard --no-recurse-submodules 2>&1'

function goneMeanwhile({ repository }: WorktreeRecord): string {
  return `The repository ${repository} was moved or deleted while the worktree was being created.`
}

/** Where the conversation works. */
function folderIn({ path, prefix }: WorktreeRecord): string {
  return join(path, prefix)
}

function noFolder({ base, prefix }: WorktreeRecord): string {
  return `In the commit ${base.slice(0, 10)}, the folder ${prefix} is missing or a link, so no conversation can work there.`
}

/**
 * Removes a worktree that never had a conversation. Its folder is removed only if it is still the one that was created, its
 * branch only if it has not moved.
 */
export async function unmakeWorktree(
  record: WorktreeRecord,
  { git, records }: MakingParts,
): Promise<void> {
  const { base, branch, conversationId, inode, path, repository } = record
  const look = (): Promise<Result<Stats | null, string>> => ifThere(lstat(path))
  const isOurs = async (): Promise<boolean> => {
    const stats = await look()
    return stats.ok && inodeOf(stats.value) === inode
  }
  const ask = (script: string): ReturnType<AskGit> =>
    git({ conversationId, folder: repository, script })
  const remove = `safe_git worktree remove --force --force ${shellQuote(path)}`
  const ref = `refs/heads/${shellQuote(branch)}`
  if (inode !== null && (await isOurs())) {
    await ask(remove)
    if (await isOurs()) await rm(path, { recursive: true, force: true })
  }
  const left = await look()
  // The next start looks again.
  if (!left.ok) return
  if (inode !== null && left.value === null) {
    // Once its folder is gone, git's record of it is removed.
    const last = await ask(`${remove} 2> /dev/null
[ "$(safe_git for-each-ref --format='%(objectname)%(worktreepath)' ${ref})" != ${base} ] || safe_git update-ref -d ${ref} ${base}`)
    // The repository may be back, or writable again, at the next start.
    if (!last.ok || last.value.code !== 0) return
  }
  records.remove(conversationId)
}
