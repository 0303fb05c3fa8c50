import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Link } from '../../../shared/link.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { defaultDataFolder, prepareDataFolder } from '../../adapters/data-folder/data-folder.ts'
import { lockDataFolder } from '../../adapters/data-folder/instance-lock.ts'
import { openClientSockets, type Served } from '../api/open-client-sockets.ts'
import { type HostArguments, parseHostArguments } from './arguments.ts'
import { type BrowserHost, type Page, startBrowserHost } from './browser-host.ts'
import { openWindow } from './open-window.ts'
import { failedStart } from '../shared/start-fault.ts'
import { existingStartFolder } from '../shared/start-folder.ts'
import { endOnce, onEnd } from './shutdown.ts'
import { guard } from '../../runtime/guard.ts'

/** The part of the composed program that hosts need. */
export interface Program extends Served {
  close(): Promise<void>
}

export interface BrowserHostEntry {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly page: Page
  compose(dataFolder: string): Promise<Result<Program, string>>
}

interface Running {
  readonly host: BrowserHost
  readonly dataFolder: string
  /** Where the windows of this start begin; null: where the person left off. */
  readonly to: Link | null
  /** Closes everything in order, within 2 s. */
  close(): Promise<void>
}

/**
 * The browser host as a process: prints one line with the address on standard output and sentences on standard error; exits
 * with code 1 if it cannot start. Ends on SIGINT, SIGTERM, SIGHUP, and with the script that started it.
 */
export async function runBrowserHost(entry: BrowserHostEntry): Promise<void> {
  // The host goes on when the reader of its output has gone away.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  // Installed first: a signal during the start ends it too.
  let running: Result<Running, string> | null = null
  let window: ReturnType<typeof openWindow> = null
  onEnd(async () => {
    window?.kill()
    if (running?.ok === true) await running.value.close()
  })
  const wanted = parseHostArguments(entry.args, entry.environment)
  running = wanted.ok ? await start(wanted.value, entry).catch(failedStart) : wanted
  if (!running.ok) {
    process.stderr.write(`${running.error}\n`)
    process.exit(1)
  }
  const { host, to } = running.value
  if (wanted.ok && wanted.value.isOpening) window = open(running.value, entry)
  const print = guard('printing the address', () => {
    process.stdout.write(`Phoenix is at ${host.newAddress(to)}\n`)
  })
  print()
  if (process.stdin.isTTY) process.stdin.on('data', print)
}

function open(
  { host, dataFolder, to }: Running,
  entry: BrowserHostEntry,
): ReturnType<typeof openWindow> {
  return openWindow({
    address: host.newAddress(to),
    profileFolder: join(dataFolder, 'window'),
    platform: process.platform,
    environment: entry.environment,
  })
}

/** Acquires the folder, the lock, the program and the port; if one fails, the earlier ones are released. */
async function start(
  wanted: HostArguments,
  entry: BrowserHostEntry,
): Promise<Result<Running, string>> {
  const { environment } = entry
  const platform = process.platform
  const folder = wanted.folder === null ? null : existingStartFolder(wanted.folder, process.cwd())
  if (folder?.ok === false) return folder
  const dataFolder = prepareDataFolder(
    wanted.dataFolder ?? defaultDataFolder({ platform, environment, home: homedir() }),
  )
  if (!dataFolder.ok) return dataFolder
  const lock = lockDataFolder(dataFolder.value)
  if (!lock.ok) return lock
  const program = await entry.compose(dataFolder.value)
  if (!program.ok) {
    lock.value.release()
    return program
  }
  const sockets = await openClientSockets(program.value, dataFolder.value, wanted.listenAt)
  const host = sockets.ok ? await openPage(wanted, entry, program.value) : sockets
  const close = endOnce([
    () => program.value.close(),
    async () => (sockets.ok ? sockets.value.close() : undefined),
    async () => (host.ok ? host.value.close() : undefined),
    async () => lock.value.release(),
  ])
  if (!host.ok) {
    await close()
    return host
  }
  lock.value.announce(host.value.origin)
  const to = folder === null ? null : ({ type: 'folder', folder: folder.value } as const)
  return ok({ host: host.value, dataFolder: dataFolder.value, to, close })
}

function openPage(
  { port }: HostArguments,
  { page }: BrowserHostEntry,
  program: Program,
): Promise<Result<BrowserHost, string>> {
  return startBrowserHost({
    port,
    page,
    accept: (connection) => program.attach(connection),
    tokens: program.tokens,
    now: () => Date.now(),
  })
}
