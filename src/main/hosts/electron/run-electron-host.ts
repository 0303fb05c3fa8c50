import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import type { MenuKeys } from '../../../shared/protocol/desktop-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { defaultDataFolder, prepareDataFolder } from '../../adapters/data-folder/data-folder.ts'
import { lockDataFolder } from '../../adapters/data-folder/instance-lock.ts'
import { accountHome } from '../../adapters/system/account-home.ts'
import { type HostArguments, parseHostArguments } from '../shared/arguments.ts'
import { type PageFiles, readPageFiles } from '../shared/page-files.ts'
import type { Program } from '../shared/program.ts'
import { endOnce } from '../shared/shutdown.ts'
import { openClientSockets } from '../api/open-client-sockets.ts'
import { failedStart } from '../shared/start-fault.ts'
import { registerAppScheme, serveApp } from './app-protocol.ts'
import { setAppMenu } from './app-menu.ts'
import { type AppWindows, createAppWindows } from './app-windows.ts'
import { createDesktop } from './desktop.ts'
import { callOf, listenForCalls, linkAmong, takeLinks, startDataOf, withoutLinks } from './calls.ts'
import { denyPermissions, lockDown } from './lock-down.ts'
import { createQuitting, type Quitting, type QuittingOptions, quitWithSystem } from './quitting.ts'
import { windowStateFile } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'
import type { DesktopPort } from '../../runtime/ports/desktop-port.ts'

/** The name in the packages (build/electron-builder.json). */
const APP_ID = 'dev.phoenix.desktop'

/** Our own window can ask before it ends running work; a browser's cannot. */
interface AskableProgram extends Program, Pick<QuittingOptions, 'working'> {}

export interface ElectronHostEntry {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly rendererFolder: string
  readonly preloadFile: string
  readonly iconFile: string
  compose(dataFolder: string, desktop: DesktopPort): Promise<Result<AskableProgram, string>>
}

interface Ready {
  readonly files: PageFiles
  readonly program: AskableProgram
  readonly close: () => Promise<void>
}

/** Runs Phoenix in Electron: one instance per data folder; everything ends within 2 s of the decision to quit. */
export async function runElectronHost(entry: ElectronHostEntry): Promise<void> {
  app.enableSandbox()
  registerAppScheme()
  lockDown()
  const wanted = parseHostArguments(withoutLinks(entry.args), entry.environment)
  if (!wanted.ok) return refuse(wanted.error)
  const dataFolder = dataFolderOf(entry, wanted.value)
  if (!dataFolder.ok) return refuse(dataFolder.error)
  // Windows groups a window's button and notifications with the program by this name.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  takeLinks()
  // Electron's own files and its single-instance lock belong in the data folder. Electron does not create the folder for its
  // lock.
  const userData = join(dataFolder.value, 'electron')
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  app.setPath('userData', userData)
  const startData = startDataOf(wanted.value.folder, () => process.cwd())
  if (!app.requestSingleInstanceLock(startData)) return app.exit(0)
  const calls = listenForCalls(callOf(linkAmong(entry.args), startData))
  const desktop = createDesktop({
    go: (conversationId) => windows.follow({ type: 'conversation', conversationId, seq: null }),
    printKeys: (keys) => setMenu(windows, keys),
    openWindow: () => windows.openNew(),
    isInFocus: (conversationId) => windows.isInFocus(conversationId),
  })
  const ready = await prepare(entry, dataFolder.value, desktop, wanted.value.listenAt).catch(
    failedStart,
  )
  if (!ready.ok) return refuse(ready.error)
  const { program, files, close } = ready.value
  const windows: AppWindows = createAppWindows({
    preloadFile: entry.preloadFile,
    iconFile: entry.iconFile,
    stateFile: windowStateFile(dataFolder.value),
    accept: (connection) => program.attach(connection),
    onLastClose: () => quitting.request(),
  })
  const quitting = createQuitting({
    working: () => program.working(),
    end: () => {
      windows.hide()
      void close().finally(() => app.exit(0))
    },
  })
  endWithApp(quitting)
  await app.whenReady()
  quitWithSystem(quitting)
  denyPermissions()
  serveApp(files)
  prepareWindows(windows)
  calls.answer(windows)
}

function dataFolderOf(
  { environment }: ElectronHostEntry,
  wanted: HostArguments,
): Result<string, string> {
  const { platform } = process
  return prepareDataFolder(
    wanted.dataFolder ?? defaultDataFolder({ platform, environment, home: accountHome() }),
  )
}

/** The lock of the data folder also keeps a browser host out. */
async function prepare(
  entry: ElectronHostEntry,
  dataFolder: string,
  desktop: DesktopPort,
  listenAt: string | null,
): Promise<Result<Ready, string>> {
  const files = readPageFiles(entry.rendererFolder)
  if (!files.ok) return files
  const lock = lockDataFolder(dataFolder)
  if (!lock.ok) return failed(lock.error.sentence)
  const program = await entry.compose(dataFolder, desktop)
  if (!program.ok) {
    lock.value.release()
    return program
  }
  const sockets = await openClientSockets(program.value, dataFolder, listenAt)
  const close = endOnce([
    () => program.value.close(),
    async () => (sockets.ok ? sockets.value.close() : undefined),
    async () => lock.value.release(),
  ])
  if (!sockets.ok) {
    await close()
    return sockets
  }
  lock.value.announce(null)
  return ok({ files: files.value, program: program.value, close })
}

function setMenu(windows: AppWindows, keys: MenuKeys): void {
  setAppMenu({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    keys,
    choose: (item) =>
      item === 'newWindow' ? windows.openNew() : windows.push({ type: 'menu.chosen', item }),
  })
}

function prepareWindows(windows: AppWindows): void {
  setMenu(windows, {})
  app.on(
    'activate',
    guard('showing the window', () => windows.show()),
  )
}

function endWithApp(quitting: Quitting): void {
  const beforeQuit = guard('a request to quit', (event: { preventDefault(): void }) => {
    event.preventDefault()
    quitting.request()
  })
  const allClosed = guard('the last window', () => {
    if (process.platform !== 'darwin') quitting.request()
  })
  app.on('before-quit', beforeQuit)
  app.on('window-all-closed', allClosed)
  // The start script holds the other end while it lives.
  if (process.connected) process.once('disconnect', guard("the start script's exit", quitting.now))
}

/** Shows one sentence for people, on the terminal and on the screen, and exits. */
function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  dialog.showErrorBox('Phoenix cannot start', sentence)
  app.exit(1)
}
