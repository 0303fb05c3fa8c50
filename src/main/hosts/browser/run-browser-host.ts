import { join } from 'node:path'
import type { Link } from '../../../shared/link.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { defaultDataFolder, prepareDataFolder } from '../../adapters/data-folder/data-folder.ts'
import { lockDataFolder } from '../../adapters/data-folder/instance-lock.ts'
import { accountHome } from '../../adapters/system/account-home.ts'
import { openClientSockets } from '../api/open-client-sockets.ts'
import { type HostArguments, parseHostArguments } from '../shared/arguments.ts'
import type { Program } from '../shared/program.ts'
import { type BrowserHost, type Page, startBrowserHost } from './browser-host.ts'
import { openWindow } from './open-window.ts'
import { addressOfRunningHost } from './running-host.ts'
import { failedStart } from '../shared/start-fault.ts'
import { existingStartFolder } from '../shared/start-folder.ts'
import { endOnce, onEnd } from '../shared/shutdown.ts'
import { guard } from '../../runtime/guard.ts'

export interface BrowserHostEntry {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly page: Page
  /** `newAddress`: where one more window begins; null while there is no page yet. */
  compose(
    dataFolder: string,
    newAddress: (to: Link | null) => string | null,
  ): Promise<Result<Program, string>>
}

interface Running {
  readonly type: 'running'
  readonly host: BrowserHost
  readonly dataFolder: string
  /** Where the windows of this start begin; null: where the person left off. */
  readonly to: Link | null
  /** Closes everything in order, within 2 s. */
  close(): Promise<void>
}

/** Another process has the data folder, and one more window of it begins at this address. */
interface Elsewhere {
  readonly type: 'elsewhere'
  readonly address: string
  /** Names that process. */
  readonly sentence: string
  readonly dataFolder: string
}

/**
 * The browser host as a process: prints one line with the address on standard output and sentences on standard error; exits
 * with code 1 if it cannot start. If Phoenix is running already, the address is one of that process, and this one exits with
 * code 0. Ends on SIGINT, SIGTERM, SIGHUP, and with the script that started it.
 */
export async function runBrowserHost(entry: BrowserHostEntry): Promise<void> {
  // The host goes on when the reader of its output has gone away.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  // Installed first: a signal during the start ends it too.
  let running: Result<Running | Elsewhere, string> | null = null
  let window: ReturnType<typeof openWindow> = null
  onEnd(async () => {
    window?.kill()
    if (running?.ok === true && running.value.type === 'running') await running.value.close()
  })
  const wanted = parseHostArguments(entry.args, entry.environment)
  running = wanted.ok ? await start(wanted.value, entry).catch(failedStart) : wanted
  if (!running.ok) {
    process.stderr.write(`${running.error}\n`)
    process.exit(1)
  }
  const started = running.value
  const isOpening = wanted.ok && wanted.value.isOpening
  if (started.type === 'elsewhere') {
    if (isOpening) open(started.address, started.dataFolder, entry)
    const leave = guard('leaving to the Phoenix that runs', () => process.exit(0))
    process.stderr.write(`${started.sentence}\n`)
    process.stdout.write(`Phoenix is running at ${started.address}\n`, leave)
    return
  }
  const { host, to } = started
  if (isOpening) window = open(host.newAddress(to), started.dataFolder, entry)
  const print = guard('printing the address', () => {
    process.stdout.write(`Phoenix is at ${host.newAddress(to)}\n`)
  })
  print()
  if (process.stdin.isTTY) process.stdin.on('data', print)
}

function open(
  address: string,
  dataFolder: string,
  entry: BrowserHostEntry,
): ReturnType<typeof openWindow> {
  return openWindow({
    address,
    profileFolder: join(dataFolder, 'window'),
    platform: process.platform,
    environment: entry.environment,
  })
}

/** Acquires the folder, the lock, the program and the port; if one fails, the earlier ones are released. */
async function start(
  wanted: HostArguments,
  entry: BrowserHostEntry,
): Promise<Result<Running | Elsewhere, string>> {
  const { environment } = entry
  const platform = process.platform
  const folder =
    wanted.folder === null ? null : existingStartFolder(wanted.folder, () => process.cwd())
  if (folder?.ok === false) return folder
  const dataFolder = prepareDataFolder(
    wanted.dataFolder ?? defaultDataFolder({ platform, environment, home: accountHome() }),
  )
  if (!dataFolder.ok) return dataFolder
  const lock = lockDataFolder(dataFolder.value)
  if (!lock.ok) {
    const address = await addressOfRunningHost(dataFolder.value, folder?.value ?? null)
    const { sentence } = lock.error
    if (address === null) return failed(sentence)
    return ok({ type: 'elsewhere', address, sentence, dataFolder: dataFolder.value })
  }
  let page: BrowserHost | null = null
  const program = await entry.compose(dataFolder.value, (to) => page?.newAddress(to) ?? null)
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
  page = host.value
  lock.value.announce(host.value.origin)
  const to = folder === null ? null : ({ type: 'folder', folder: folder.value } as const)
  return ok({ type: 'running', host: host.value, dataFolder: dataFolder.value, to, close })
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
