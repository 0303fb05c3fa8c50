import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import {
  MAX_REVIEWED_FILES,
  type Review,
  type ReviewedFile,
} from '../../../shared/conversation/review.ts'
import type { ReviewFault } from '../../runtime/ports/review-port.ts'
import type { Places } from '../files/places.ts'
import { type GitFault, runGit } from '../git/run-git.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { newFiles } from './new-files.ts'
import { readGitDiff } from './read-git-diff.ts'

const LIMIT_MS = 15_000
/** The limits for git's diff, and for the names of new files. */
const MAX_DIFF_BYTES = 4 * 1024 * 1024
const MAX_NAMES_BYTES = 512 * 1024

/**
 * Prints whether this is a work tree, the names of new files, each ended by a NUL, one more NUL, likewise those of files
 * in conflict, and then the diff against HEAD, or against nothing if there is no commit yet. Exits as the diff does.
 */
const SCRIPT = `safe_git rev-parse --is-inside-work-tree | head -c 4
printf '\\0'
safe_git ls-files --others --exclude-standard -z | head -c ${MAX_NAMES_BYTES}
printf '\\0'
safe_git diff --relative --name-only --diff-filter=U --ignore-submodules=dirty -z | head -c ${MAX_NAMES_BYTES}
printf '\\0'
base=$(safe_git rev-parse -q --verify 'HEAD^{commit}' || safe_git hash-object -t tree /dev/null)
set -o pipefail
safe_git -c core.quotePath=false -c diff.suppressBlankEmpty=false diff --relative --no-color --no-ext-diff \\
  --no-textconv --find-renames -l1000 --src-prefix=a/ --dst-prefix=b/ --submodule=short \\
  --ignore-submodules=dirty --unified=3 "$base" -- | head -c ${MAX_DIFF_BYTES}`

export interface WorkingTree {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly signal: AbortSignal
}

/** Compares the folder with git's HEAD, including new files. */
export async function reviewWorkingTree(
  request: WorkingTree,
  {
    supervisor,
    isSandboxed,
    places,
  }: {
    readonly supervisor: Pick<Supervisor, 'run'>
    readonly isSandboxed: boolean
    readonly places: Places
  },
): Promise<Result<Review, ReviewFault>> {
  const ran = await runGit(supervisor, {
    ...request,
    script: SCRIPT,
    sandboxPolicy: isSandboxed ? { folder: 'readOnly', network: false } : null,
    filters: isSandboxed ? 'all' : 'none',
    limitMs: LIMIT_MS,
  })
  if (!ran.ok) return failed(wordsOf(ran.error))
  const { bytes, code } = ran.value
  const head = bytes.indexOf(0)
  if (bytes.subarray(0, Math.max(head, 0)).toString() !== 'true') return failed(NO_REPOSITORY)
  const { names, end, isWhole } = namesFrom(bytes, head + 1)
  const inConflict = namesFrom(bytes, end)
  const diff = bytes.subarray(inConflict.end)
  const isCut = diff.length >= MAX_DIFF_BYTES
  const changed = withConflicts(await readGitDiff(diff.toString(), isCut), inConflict.names)
  const fresh = await newFiles(request.folder, names, { places, signal: request.signal })
  if (request.signal.aborted) return failed('stopped')
  const files = [...changed, ...fresh.files]
  return ok({
    files: files.slice(0, MAX_REVIEWED_FILES),
    notes: [
      ...(isCut ? ['There are more changes than can be shown: the last ones are missing.'] : []),
      ...(code === 0 || code === CUT ? [] : [NOT_COMPARED]),
      ...(isWhole && !fresh.isCut && files.length <= MAX_REVIEWED_FILES ? [] : [MORE_NEW]),
    ],
  })
}

/** A file in conflict need not differ from HEAD. */
function withConflicts(
  changed: readonly ReviewedFile[],
  conflicts: readonly string[],
): readonly ReviewedFile[] {
  const known = new Map(changed.map((file) => [file.path, file]))
  const files = conflicts.map((path): ReviewedFile => {
    const file = known.get(path) ?? {
      path,
      from: null,
      hunks: '',
      added: 0,
      removed: 0,
      note: null,
    }
    return { ...file, what: 'conflicted', note: [CONFLICT, file.note].filter(Boolean).join(' ') }
  })
  const names = new Set(conflicts)
  return [...files, ...changed.filter(({ path }) => !names.has(path))]
}

const CONFLICT = 'git could not merge this file.'
const NO_REPOSITORY = {
  sentence:
    'This folder is not in a git repository that git can read, so it has nothing to compare with.',
}
/** The exit of a diff that was longer than its limit: SIGPIPE. */
const CUT = 128 + 13
const NOT_COMPARED =
  'git could not compare every file, so changes are missing here. “git diff HEAD” in a terminal says why.'
const MORE_NEW = 'There are more new files than can be shown.'

interface Names {
  readonly names: readonly string[]
  /** The position after the names. */
  readonly end: number
  readonly isWhole: boolean
}

function namesFrom(bytes: Buffer, start: number): Names {
  const names: string[] = []
  let at = start
  while (at < bytes.length && at - start < MAX_NAMES_BYTES) {
    const end = bytes.indexOf(0, at)
    if (end === at || end < 0) break
    names.push(bytes.subarray(at, end).toString())
    at = end + 1
  }
  // If the list was cut within a name, that name is dropped, and the NUL after it ends the list.
  const length = at - start
  return length > MAX_NAMES_BYTES
    ? { names: names.slice(0, -1), end: at, isWhole: false }
    : { names, end: at + 1, isWhole: length < MAX_NAMES_BYTES }
}

function wordsOf(fault: GitFault): ReviewFault {
  if (fault === 'stopped') return 'stopped'
  return fault === 'late' ? { sentence: 'git did not answer in time.' } : fault
}
