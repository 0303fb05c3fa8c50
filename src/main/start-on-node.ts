import type { Result } from '../shared/result.ts'
import { forkedChannel } from './adapters/process-host/forked-channel.ts'
import type { UpkeepExit } from './adapters/sqlite/upkeep/upkeep.ts'
import type { PhoenixOptions } from './compose.ts'
import { type StartedPhoenix, startPhoenix } from './start-phoenix.ts'
import { builtWorkers } from './workers.ts'

/**
 * Starts the program under Node: no keyring, no desktop. `entry`: the built file, with the files of threads and
 * processes next to it.
 */
export function startOnNode(
  dataFolder: string,
  entry: string,
  exit: UpkeepExit,
  newAddress?: PhoenixOptions['newAddress'],
): Promise<Result<StartedPhoenix, string>> {
  const nextToEntry = (name: string): URL => new URL(name, entry)
  return startPhoenix({
    dataFolder,
    environment: process.env,
    workers: builtWorkers(entry),
    processHost: forkedChannel(nextToEntry('process-host-entry.js')),
    terminalHost: forkedChannel(nextToEntry('terminal-host-entry.js')),
    keyring: { type: 'unasked' },
    loginShell: null,
    chooseFolder: null,
    desktop: null,
    exit,
    newAddress,
  })
}
