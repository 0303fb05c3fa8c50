import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { basename, delimiter, isAbsolute } from 'node:path'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import type { Supervisor } from '../processes/supervisor.ts'

/** How long the shell may take, including its start-up files and everything they start (ms). */
const LIMIT_MS = 5_000

export interface Started {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** True if standard input is a terminal. */
  readonly hasTerminal: boolean
}

/**
 * The shell to ask if Phoenix was started from a dock, a menu or a file manager, which do not know what a user's shell puts
 * on the PATH. A terminal sets TERM for everything started in it, even piped or in the background. Null if there is nothing
 * to ask.
 */
export function loginShellOf({ environment, hasTerminal, platform }: Started): string | null {
  if (platform === 'win32' || hasTerminal) return null
  const { SHELL, TERM = '' } = environment
  if (TERM !== '' && TERM !== 'dumb') return null
  const named = SHELL ?? shellOfUser()
  return named !== null && isAbsolute(named) ? named : null
}

/** From the system's list of users; null if this user is not in it. */
function shellOfUser(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null
  }
}

export interface LoginShell {
  readonly shell: string
  readonly home: string
  /** The PATH that Phoenix was started with. */
  readonly own: string
  readonly limitMs?: number
}

/**
 * The PATH that the user has in a terminal: from the login shell, which runs like every command, with a cleaned environment,
 * no input and nothing left behind. The output of its start-up files is ignored, and only PATH is taken. Null if there is no
 * such shell, or it gave no answer. Never rejects.
 */
export async function askLoginShell(
  supervisor: Pick<Supervisor, 'run'>,
  { shell, home, own, limitMs = LIMIT_MS }: LoginShell,
): Promise<string | null> {
  const mark = randomBytes(16).toString('hex')
  const outcome = await supervisor.run({
    conversationId: ConversationId.parse('login-shell'),
    workId: WorkId.parse(`login-shell-${mark}`),
    command: `exec ${shellQuote(shell)} ${flagsOf(shell)} 'echo ${mark}; /usr/bin/env printenv PATH; echo ${mark}' 2>/dev/null`,
    folder: home,
    sandboxPolicy: null,
    limitMs,
    signal: new AbortController().signal,
    onOutput: () => undefined,
  })
  if (!('printed' in outcome)) return null
  const [, path] = outcome.printed.text.split(`${mark}\n`)
  return path?.endsWith('\n') === true ? mergePaths(path.slice(0, -1), own) : null
}

/**
 * The user's own order first, then the app's additional entries. Only absolute paths: a command must not depend on its
 * folder.
 */
function mergePaths(login: string, own: string): string {
  const folders = [...login.split(delimiter), ...own.split(delimiter)]
  return [...new Set(folders.filter((folder) => isAbsolute(folder)))].join(delimiter)
}

/**
 * An interactive login shell reads all of its start-up files. The C shells accept no other flag with the login flag.
 */
function flagsOf(shell: string): string {
  return /^t?csh$/.test(basename(shell)) ? '-ic' : '-ilc'
}
