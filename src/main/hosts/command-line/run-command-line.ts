import { constants, homedir } from 'node:os'
import { carryOut } from '../../../cli/carry-out.ts'
import type { ParsedCommand } from '../../../cli/read-arguments.ts'
import { EXIT } from '../../../cli/exit-codes.ts'
import type { Result } from '../../../shared/result.ts'
import { defaultDataFolder, prepareDataFolder } from '../../adapters/data-folder/data-folder.ts'
import { guard } from '../../runtime/guard.ts'
import type { Program } from '../browser/run-browser-host.ts'
import { examine, hasProgram } from './examine.ts'
import { type CommandLineHost, openHost } from './open-host.ts'
import { runProgram } from './run-program.ts'
import { processTerminal } from './terminal.ts'

export interface CommandLineEntry {
  readonly wanted: ParsedCommand
  readonly environment: NodeJS.ProcessEnv
  readonly compose: (dataFolder: string) => Promise<Result<Program, string>>
}

const LINGERING =
  'This command is done, but another one is still working here. Waiting for it; Ctrl+C ends it too.'

/**
 * Runs one command as a process. The first Ctrl+C stops its work, the second ends it and everything it started, a third does
 * not even wait for that.
 */
export async function runCommandLine({
  compose,
  environment,
  wanted,
}: CommandLineEntry): Promise<void> {
  const terminal = processTerminal()
  const dataFolder = dataFolderOf(wanted, environment)
  if (!dataFolder.ok) {
    terminal.note(dataFolder.error)
    process.exit(EXIT.failed)
  }
  /** True if the command ends by itself once it has stopped its work. */
  const stopsItself = wanted.name === 'run' || wanted.name === 'acp'
  let host: CommandLineHost | null = null
  let isOver = false
  let interrupts = 0
  let isEnding = false

  function end(code: number): void {
    if (isEnding) process.exit(code)
    isEnding = true
    void (host?.end() ?? Promise.resolve()).finally(() => process.exit(code))
  }

  const interrupted = guard('Ctrl+C', () => {
    interrupts += 1
    if (interrupts > 1 || isOver || !stopsItself || host === null) return end(EXIT.interrupted)
    terminal.note('\nStopping. Ctrl+C again ends at once.')
    terminal.stop('interrupted')
  })
  process.on('SIGINT', interrupted)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(
      signal,
      guard('a termination signal', () => {
        terminal.stop('interrupted')
        end(128 + constants.signals[signal])
      }),
    )
  }
  if (!stopsItself) terminal.onStop(() => end(EXIT.done))

  const code = await carryOut(wanted, {
    terminal,
    runProgram,
    dataFolder: dataFolder.value,
    folderServers: async (folder) => {
      // Only doctor needs it, so other commands do not load it.
      const { folderServers } = await import('./folder-servers.ts')
      return folderServers(folder, dataFolder.value, environment)
    },
    examine: () => examine(dataFolder.value, environment),
    hasProgram: (name) => hasProgram(name, environment),
    async openHost() {
      const opened = await openHost({
        dataFolder: dataFolder.value,
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
  process.stdout.write('', () => process.exit(code))
}

function dataFolderOf(
  { flags }: ParsedCommand,
  environment: NodeJS.ProcessEnv,
): Result<string, string> {
  const { platform } = process
  const named = flags.get('data') ?? environment['PHOENIX_DATA_DIR'] ?? ''
  return prepareDataFolder(
    named === '' ? defaultDataFolder({ platform, environment, home: homedir() }) : named,
  )
}
