import { BrowserWindow, ipcMain, type IpcMainEvent } from 'electron'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/frames.ts'
import { PAGE_ADDRESS } from './app-protocol.ts'
import { channelOf, createWindowLine, isFromPage, type WindowLine } from './window-line.ts'

/** A page that dies again this soon after its reload stays down, and the window says so by being empty. */
const RELOAD_PAUSE_MS = 10_000

export interface AppWindowOptions {
  readonly preloadFile: string
  accept(connection: Connection<HostFrame, ClientFrame>): void
}

/** Opens the interface in a sandboxed window. */
export function openAppWindow(options: AppWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1200,
    height: 800,
    minWidth: 480,
    minHeight: 400,
    title: 'Phoenix',
    webPreferences: {
      preload: options.preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    },
  })
  connect(window, options)
  reloadAfterCrash(window)
  void window.loadURL(PAGE_ADDRESS)
  return window
}

function connect(window: BrowserWindow, options: AppWindowOptions): void {
  const { webContents: contents } = window
  let line: WindowLine | null = null
  const hearer = (type: ClientFrame['type']) => {
    return (event: IpcMainEvent, text: unknown): void => {
      if (!isFromPage(event, contents)) return
      line ??= createWindowLine(contents, (connection) => options.accept(connection))
      line.hear(type, text)
    }
  }
  const endLine = (): void => {
    line?.end()
    line = null
  }
  const hearers = (['request', 'cancel'] as const).map((type) => ({
    channel: channelOf(type),
    hear: hearer(type),
  }))
  for (const { channel, hear } of hearers) ipcMain.on(channel, hear)
  contents.on('did-navigate', endLine)
  contents.on('render-process-gone', endLine)
  window.on('closed', () => {
    endLine()
    for (const { channel, hear } of hearers) ipcMain.off(channel, hear)
  })
}

function reloadAfterCrash(window: BrowserWindow): void {
  let reloadedAt = -Infinity
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || performance.now() - reloadedAt < RELOAD_PAUSE_MS) return
    reloadedAt = performance.now()
    window.webContents.reload()
  })
}
