import { userInfo } from 'node:os'
import { basename, isAbsolute } from 'node:path'
import { ok } from '../../../shared/result.ts'
import type { OpenTerminal, TerminalPort } from '../../runtime/terminals/terminal-port.ts'
import { CLOSE_INHERITED } from '../processes/spawn/inherited.ts'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { NEVER, within } from '../system/within.ts'
import { type OpenTerminalChannel, TerminalHost } from './terminal-host.ts'

/** How long a shell has to save its history and end by itself (ms). */
const HANG_UP_MS = 300

export interface TerminalParts {
  readonly supervisor: Pick<Supervisor, 'keep' | 'newRunToken'>
  readonly terminalHost: OpenTerminalChannel
  /** The environment that Phoenix was started with. */
  readonly environment: Readonly<NodeJS.ProcessEnv>
  readonly platform: NodeJS.Platform
  readonly version: string
  /** Default: HANG_UP_MS. */
  readonly hangUpMs?: number
}

/** The user's own terminals: their shell, in their environment without keys, in no sandbox (docs/decisions/121). */
export function createTerminalPort(parts: TerminalParts): TerminalPort {
  const { environment, platform, supervisor, terminalHost, version } = parts
  const { hangUpMs = HANG_UP_MS } = parts
  const host = new TerminalHost(terminalHost, () => supervisor.newRunToken())
  const shell = shellOf(environment)
  const ofTerminal = {
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'Phoenix',
    TERM_PROGRAM_VERSION: version,
  }

  return {
    shellName: basename(shell),
    missing: platform === 'win32' ? 'Phoenix has no terminal on Windows yet.' : null,
    async open({ conversationId, folder, size, terminalId }, { onEnded, ...listener }) {
      const label = `exec ${[shell, ...flagsOf(platform)].map(shellQuote).join(' ')}`
      const command = platform === 'linux' ? `${CLOSE_INHERITED}; ${label}` : label
      const request = { conversationId, workId: terminalId, label, command, folder }
      const kept = await supervisor.keep({ ...request, environment: ofTerminal }, (order) =>
        host.start(order, size, listener),
      )
      if (!kept.ok) return kept
      const { started } = kept.value
      void started.exit.then(onEnded)
      return ok({
        write: (data) => started.write(data),
        resize: (to) => started.resize(to),
        screen: () => started.screen(),
        lastCommand: () => started.lastCommand(),
        async end() {
          started.hangUp()
          await within(started.exit, hangUpMs, NEVER)
          await kept.value.end()
          started.forget()
        },
      } satisfies OpenTerminal)
    },
    close: () => host.close(),
  }
}

function shellOf({ SHELL = '' }: Readonly<NodeJS.ProcessEnv>): string {
  if (isAbsolute(SHELL)) return SHELL
  try {
    return userInfo().shell ?? FALLBACK
  } catch {
    return FALLBACK
  }
}

const FALLBACK = '/bin/sh'

/** On a Mac, terminals begin with a login shell, which its start-up files rely on. */
function flagsOf(platform: NodeJS.Platform): readonly string[] {
  return platform === 'darwin' ? ['-l'] : []
}
