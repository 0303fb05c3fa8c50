import type { Result } from '../shared/result.ts'
import { forkedChannel } from './adapters/process-host/forked-channel.ts'
import type { UpkeepExit } from './adapters/sqlite/upkeep/upkeep.ts'
import { type StartedPhoenix, startPhoenix } from './start-phoenix.ts'

/**
 * Starts the program under Node: no keyring, no desktop. `entry`: the built file, with the files of threads and
 * processes next to it.
 */
export function startOnNode(
  dataFolder: string,
  entry: string,
  exit: UpkeepExit,
): Promise<Result<StartedPhoenix, string>> {
  const beside = (name: string): URL => new URL(name, entry)
  return startPhoenix({
    dataFolder,
    environment: process.env,
    workers: {
      sweep: beside('sweep-worker.js'),
      search: beside('search-worker.js'),
      upkeep: beside('upkeep-worker.js'),
      pdf: beside('pdf-worker.js'),
      import: beside('import-worker.js'),
    },
    processHost: forkedChannel(beside('process-host-entry.js')),
    terminalHost: forkedChannel(beside('terminal-host-entry.js')),
    keyring: { type: 'unasked' },
    loginShell: null,
    chooseFolder: null,
    desktop: null,
    exit,
  })
}
