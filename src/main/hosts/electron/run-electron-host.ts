import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import { ok, type Result } from '../../../shared/result.ts'
import { defaultDataFolder, prepareDataFolder } from '../../adapters/system/data-folder.ts'
import { lockDataFolder } from '../../adapters/system/instance-lock.ts'
import { parseHostArguments } from '../browser/arguments.ts'
import { type PageFiles, readPageFiles } from '../browser/page-files.ts'
import type { Program } from '../browser/run-browser-host.ts'
import { endOnce } from '../browser/shutdown.ts'
import { registerAppScheme, serveApp } from './app-protocol.ts'
import { openAppWindow } from './app-window.ts'
import { denyPermissions, lockDown } from './lock-down.ts'

export interface ElectronHostEntry {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly rendererFolder: string
  readonly preloadFile: string
  compose(dataFolder: string): Promise<Result<Program, string>>
}

interface Ready {
  readonly files: PageFiles
  readonly program: Program
  close(): Promise<void>
}

/** Phoenix in Electron: one instance per data folder, one window, everything ended within 2 s on quit. */
export async function runElectronHost(entry: ElectronHostEntry): Promise<void> {
  app.enableSandbox()
  registerAppScheme()
  lockDown()
  const dataFolder = dataFolderOf(entry)
  if (!dataFolder.ok) return refuse(dataFolder.error)
  // Electron's own files and its single-instance lock belong to the data folder.
  app.setPath('userData', join(dataFolder.value, 'electron'))
  if (!app.requestSingleInstanceLock()) return app.exit(0)
  const ready = await prepare(entry, dataFolder.value)
  if (!ready.ok) return refuse(ready.error)
  endWithApp(ready.value)
  await app.whenReady()
  denyPermissions()
  serveApp(ready.value.files)
  showWindows(entry, ready.value)
}

function dataFolderOf(entry: ElectronHostEntry): Result<string, string> {
  const { environment } = entry
  const wanted = parseHostArguments(entry.args, environment)
  if (!wanted.ok) return wanted
  const { platform } = process
  return prepareDataFolder(
    wanted.value.dataFolder ?? defaultDataFolder({ platform, environment, home: homedir() }),
  )
}

/** The lock of the data folder keeps a browser host out as well. */
async function prepare(
  entry: ElectronHostEntry,
  dataFolder: string,
): Promise<Result<Ready, string>> {
  const files = readPageFiles(entry.rendererFolder)
  if (!files.ok) return files
  const lock = lockDataFolder(dataFolder)
  if (!lock.ok) return lock
  const program = await entry.compose(dataFolder)
  if (!program.ok) {
    lock.value.release()
    return program
  }
  const close = endOnce([() => program.value.close(), async () => lock.value.release()])
  return ok({ files: files.value, program: program.value, close })
}

function showWindows(entry: ElectronHostEntry, ready: Ready): void {
  const open = (): void => {
    openAppWindow({
      preloadFile: entry.preloadFile,
      accept: (connection) => ready.program.attach(connection),
    })
  }
  open()
  app.on('second-instance', () => (focusFirst() ? undefined : open()))
  app.on('activate', () => (focusFirst() ? undefined : open()))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

function focusFirst(): boolean {
  const window = BrowserWindow.getAllWindows()[0]
  if (window === undefined) return false
  if (window.isMinimized()) window.restore()
  window.focus()
  return true
}

/** Quitting waits for the end of all work, 2 s at most (T27). */
function endWithApp(ready: Ready): void {
  app.on('before-quit', (event) => {
    event.preventDefault()
    void ready.close().finally(() => app.exit(0))
  })
  // The start script holds the other end for as long as it lives.
  if (process.connected) process.once('disconnect', () => app.quit())
}

/** One sentence for people, on the terminal and on the screen, and an end. */
function refuse(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  dialog.showErrorBox('Phoenix cannot start', sentence)
  app.exit(1)
}
