import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WorkId } from '../../../shared/ids.ts'
import {
  GIT_NOTE_BEGINNING,
  GIT_NOTE_BRANCH,
  GIT_NOTE_UNCHANGED,
} from '../../../shared/messages/git-note.ts'
import { shortened, visibleText } from '../../../shared/visible-text.ts'
import type { GitPort } from '../../runtime/ports/file-ports.ts'
import { SAFE_GIT } from '../processes/spawn/safe-git.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { within } from './within.ts'

/** How long a request waits for the state of git (ms). */
const LIMIT_MS = 1_000
const MOST_FILES = 20
const MOST_COMMITS = 5
/** In UTF-16 code units, without the ellipsis. */
const LONGEST_LINE = 199

/** Comparing the working tree runs the repository's filters: in the sandbox, with nothing to write to and no network. */
const COMMAND = `exec 2> /dev/null
${SAFE_GIT}
safe_git status --porcelain --branch --ignore-submodules=all --untracked-files=normal | head -n ${MOST_FILES + 2}
echo '--- commits'
safe_git log -n ${MOST_COMMITS} --no-color --no-ext-diff --no-textconv --format='%h %s'
echo '--- end'`

/** Runs git only in a sandbox, and only in a repository. */
export function createGitPort(
  supervisor: Pick<Supervisor, 'run'>,
  isSandboxed: boolean,
  limitMs = LIMIT_MS,
): GitPort {
  return {
    async stateOf({ conversationId, folder, onStarted, workId, signal }) {
      if (!isSandboxed) return null
      const looked = await within(isInRepository(folder), limitMs, signal)
      if (looked.type !== 'done' || !looked.value) return null
      const outcome = await supervisor.run({
        conversationId,
        workId: WorkId.parse(`${workId}.git`),
        command: COMMAND,
        folder,
        sandboxPolicy: { folder: 'readOnly', network: false },
        limitMs,
        signal,
        onStarted,
        onOutput: () => undefined,
      })
      return outcome.type === 'exited' ? describeGit(outcome.printed.text) : null
    },
  }
}

async function isInRepository(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (await exists(join(at, '.git'))) return true
    if (dirname(at) === at) return false
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch {
    return false
  }
}

/** The text for the model; null if git's output was unexpected. */
export function describeGit(printed: string): string | null {
  const [status = '', rest] = printed.split('--- commits\n')
  const [branch = '', ...files] = linesOf(status)
  if (rest?.includes('--- end') !== true || !branch.startsWith('## ')) return null
  const commits = linesOf(rest.slice(0, rest.lastIndexOf('--- end')))
  const more = files.length > MOST_FILES ? [`(and more: run git status)`] : []
  return [
    GIT_NOTE_BEGINNING,
    `${GIT_NOTE_BRANCH}${branch.slice(3)}`,
    files.length === 0
      ? GIT_NOTE_UNCHANGED
      : 'Changed files, as git status --porcelain lists them:',
    ...files.slice(0, MOST_FILES),
    ...more,
    commits.length === 0 ? 'No commits that could be read.' : 'Last commits, newest first:',
    ...commits.slice(0, MOST_COMMITS),
  ].join('\n')
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  // The ellipsis says that it is not the whole name or subject.
  return lines.map((line) => shortened(visibleText(line), LONGEST_LINE))
}
