import { carryOut } from '../../../cli/carry-out.ts'
import type { ParsedCommand } from '../../../cli/read-arguments.ts'
import { type EndingSignal, EXIT, EXIT_OF_STOP, type ExitCode } from '../../../cli/exit-codes.ts'
import type { Result } from '../../../shared/result.ts'
import { defaultDataFolder, prepareDataFolder } from '../../adapters/data-folder/data-folder.ts'
import { accountHome } from '../../adapters/system/account-home.ts'
import { systemTimers } from '../../adapters/system/system-clock.ts'
import { guard } from '../../runtime/guard.ts'
import type { Program } from '../shared/program.ts'
import { examine, hasProgram } from './examine.ts'
import { type CommandLineHost, openHost } from './open-host.ts'
import { runProgram } from './run-program.ts'
import { processTerminal } from './terminal.ts'
import { typedPath } from './typed-path.ts'

export interface CommandLineEntry {
  readonly wanted: ParsedCommand
  readonly environment: NodeJS.ProcessEnv
  readonly compose: (dataFolder: string) => Promise<Result<Program, string>>
}

const LINGERING =
  'This command is done, but another one is still working here. Waiting for it; Ctrl+C ends it too.'

const FOLDER_GONE =
  'The folder that this terminal is in no longer exists. Change to another one, and run the command again.\n'

/** How long the work has to stop after a signal that is sent only once. */
const STOP_MS = 2_000

/**
 * Runs one command as a process. The first Ctrl+C stops its work, the second ends it and everything it started, a third does
 * not even wait for that.
 */
export async function runCommandLine({
  compose,
  environment,
  wanted,
}: CommandLineEntry): Promise<void> {
  if (!isFolderThere()) {
    process.stderr.write(FOLDER_GONE)
    process.exitCode = EXIT.failed
    return
  }
  const terminal = processTerminal()
  const named = dataFolderOf(wanted, environment)
  const prepared = prepareDataFolder(named)
  const dataFolder = prepared.ok ? prepared.value : named
  /** True if the command ends by itself once it has stopped its work. */
  const stopsItself = wanted.name === 'run' || wanted.name === 'acp'
  let host: CommandLineHost | null = null
  let isOver = false
  let signals = 0
  let isEnding = false
  /** Set if not all of the output arrived. */
  let lost: ExitCode | null = null

  function end(code: ExitCode): void {
    if (isEnding) process.exit(code)
    isEnding = true
    void (host?.end() ?? Promise.resolve()).finally(() => process.exit(code))
  }

  function signalled(signal: EndingSignal): void {
    const code = EXIT_OF_STOP[signal]
    signals += 1
    if (signals > 1 || isOver || !stopsItself || host === null) return end(code)
    if (signal === 'SIGINT') terminal.note('\nStopping. Ctrl+C again ends at once.')
    // Whatever sent another signal does not send a second one.
    else
      setTimeout(
        guard('the end of the time to stop', () => end(code)),
        STOP_MS,
      ).unref()
    terminal.stop(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(
      signal,
      guard('a termination signal', () => signalled(signal)),
    )
  }
  terminal.onStop((reason) => {
    // A hang-up takes the terminal away, and the output with it if it went there.
    const isCut = reason === 'SIGHUP' && terminal.isShown
    if (reason === 'outputFailed' || isCut) lost ??= EXIT_OF_STOP[reason]
    if (!stopsItself) end(EXIT_OF_STOP[reason])
  })

  const code = await carryOut(wanted, {
    terminal,
    runProgram,
    after: (ms, run) => systemTimers.start(ms, run),
    dataFolder,
    folderServers: async (folder) => {
      // Only doctor needs it, so other commands do not load it.
      const { folderServers } = await import('./folder-servers.ts')
      return folderServers(folder, dataFolder, environment)
    },
    examine: () => examine(prepared, environment),
    hasProgram: (name) => hasProgram(name, environment),
    async openHost() {
      if (!prepared.ok) return prepared
      const opened = await openHost({
        dataFolder,
        compose,
        onWaiting: (what) => terminal.note(what),
        onLingering: () => {
          isOver = true
          terminal.note(LINGERING)
        },
      })
      if (opened.ok) host = opened.value
      return opened
    },
  })
  if (isEnding) return
  // The stream reports a failed write one tick after this.
  const exit = guard('the end', () => process.exit(lost ?? code))
  process.stdout.write('', () => setImmediate(exit))
}

function isFolderThere(): boolean {
  try {
    return process.cwd() !== ''
  } catch {
    return false
  }
}

function dataFolderOf({ flags }: ParsedCommand, environment: NodeJS.ProcessEnv): string {
  const { platform } = process
  const named = flags.get('data') ?? environment['PHOENIX_DATA_DIR'] ?? ''
  return typedPath(
    named === '' ? defaultDataFolder({ platform, environment, home: accountHome() }) : named,
  )
}
