import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../../client/client.ts'
import type { HostConnection } from '../../../shared/protocol/frames.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { OpenHost } from '../../../cli/terminal.ts'
import { lockDataFolder } from '../../adapters/data-folder/instance-lock.ts'
import type { Program } from '../browser/run-browser-host.ts'
import { endOnce } from '../browser/shutdown.ts'
import { failedStart } from '../shared/start-fault.ts'
import { openLocalSocket } from '../shared/local-socket.ts'
import { dialLocalSocket } from './dial-local-socket.ts'
import { memoryConnection } from './memory-connection.ts'

/** How long to wait for a host that is starting, ending or busy (10 s). */
const PATIENCE_MS = 10_000
const AGAIN_MS = 100

export interface CommandLineHost extends OpenHost {
  /** Ends the work of all connected commands within 2 s. */
  end(): Promise<void>
}

export interface OpenHostOptions {
  readonly dataFolder: string
  readonly compose: (dataFolder: string) => Promise<Result<Program, string>>
  /** Called when our own work is done while other commands still use this host. */
  readonly onLingering: () => void
  /** For tests (ms). */
  readonly patienceMs?: number
}

const BUSY =
  'Phoenix is running, but too many other programs are connecting to it. End some of them, or try again.'

/**
 * Finds the host of a data folder: the one that owns it, through its local socket, or a new one in this process. Waits for
 * one that is starting, ending or busy. The error is a sentence for people.
 */
export async function openHost(options: OpenHostOptions): Promise<Result<CommandLineHost, string>> {
  const { dataFolder, patienceMs = PATIENCE_MS } = options
  const until = performance.now() + patienceMs
  for (;;) {
    const connection = await dialLocalSocket(dataFolder)
    if (connection !== null && connection !== 'busy') return ok(runningHost(connection))
    const lock = connection === null ? lockDataFolder(dataFolder) : failed(BUSY)
    if (lock.ok) return ownHost(options, () => lock.value.release())
    if (performance.now() > until) return lock
    await pause(AGAIN_MS)
  }
}

function runningHost(connection: HostConnection): CommandLineHost {
  const client = createClient()
  const closed = client.attach(connection)
  const close = async (): Promise<void> => {
    connection.close()
    await closed
  }
  return { type: 'running', client, closed, close, end: close }
}

async function ownHost(
  { compose, dataFolder, onLingering }: OpenHostOptions,
  release: () => void,
): Promise<Result<CommandLineHost, string>> {
  const program = await compose(dataFolder).catch(failedStart)
  if (!program.ok) {
    release()
    return program
  }
  const socket = await openLocalSocket(dataFolder, (connection) => program.value.attach(connection))
  const connection = memoryConnection()
  program.value.attach(connection.host)
  const client = createClient()
  const closed = client.attach(connection.client)
  const end = endOnce([
    () => program.value.close(),
    async () => socket?.close(),
    async () => release(),
  ])
  return ok({
    type: 'own',
    client,
    closed,
    end,
    async close() {
      if (socket !== null && socket.clients() > 0) {
        onLingering()
        await socket.lock()
      }
      await end()
    },
  })
}
