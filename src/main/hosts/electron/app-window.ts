import { app, BrowserWindow, ipcMain, type IpcMainEvent, nativeTheme, screen } from 'electron'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { PAGE_ADDRESS } from './app-protocol.ts'
import { setContextMenu } from './context-menu.ts'
import { keepWindowState, type StateKeeper } from './keep-window-state.ts'
import {
  channelOf,
  createWindowConnection,
  isFromPage,
  type WindowConnection,
} from './window-connection.ts'
import { MIN_HEIGHT, MIN_WIDTH, placeOn, type WindowStateFile } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'

/** A page that crashes again this soon after its reload stays down, and its empty window shows it. */
const RELOAD_PAUSE_MS = 10_000

/** The page's own colours (tokens.css), until the page has reported its own. */
const BACKGROUND = { light: '#fdfcfb', dark: '#131416' } as const

export interface AppWindowOptions {
  readonly preloadFile: string
  /** A PNG, for systems that do not take the icon from the program: Linux. */
  readonly iconFile: string
  readonly stateFile: WindowStateFile
  accept(connection: Connection<HostFrame, ClientFrame>): void
  /** A person closes the window, which ends the app. The window stays until the app has ended. */
  readonly onClose: () => void
}

export interface AppWindow {
  readonly window: BrowserWindow
  push(event: ClientEvent): void
  /** Saves its position now. */
  readonly keepState: () => void
}

/** Opens the interface in a sandboxed window, where it was last, once there is something to see. */
export function openAppWindow(options: AppWindowOptions): AppWindow {
  const saved = options.stateFile.read()
  const background =
    saved?.background ?? BACKGROUND[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']
  const window = new BrowserWindow({
    ...placeOn(workAreas(), saved?.bounds ?? null),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    title: 'Phoenix',
    show: false,
    ...(process.platform === 'linux' ? { icon: options.iconFile } : {}),
    backgroundColor: background,
    webPreferences: {
      preload: options.preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // On systems other than macOS the dictionaries would come from the network.
      spellcheck: process.platform === 'darwin',
      devTools: !app.isPackaged,
    },
  })
  const keeper = keepWindowState(window, background, options.stateFile)
  const push = connect(window, options)
  showWhenReady(window, saved?.isMaximized === true)
  askBeforeClose(window, keeper, options)
  reloadAfterCrash(window)
  setContextMenu(window.webContents)
  void window.loadURL(PAGE_ADDRESS)
  return { window, push, keepState: keeper.flush }
}

function workAreas(): Parameters<typeof placeOn>[0] {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first.workArea, ...others.map(({ workArea }) => workArea)]
}

function showWhenReady(window: BrowserWindow, isMaximized: boolean): void {
  const show = guard('a window that is ready', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  window.once('ready-to-show', show)
}

/** On macOS an app continues without windows; elsewhere closing the last one means quitting. */
function askBeforeClose(
  window: BrowserWindow,
  keeper: StateKeeper,
  { onClose }: AppWindowOptions,
): void {
  const close = guard('a window to be closed', (event: Pick<Event, 'preventDefault'>) => {
    if (process.platform !== 'darwin') event.preventDefault()
    keeper.flush()
    if (process.platform !== 'darwin') onClose()
  })
  window.on('close', close)
}

/** Returns a function that pushes to the current page. */
function connect(window: BrowserWindow, options: AppWindowOptions): AppWindow['push'] {
  const { webContents: contents } = window
  let line: WindowConnection | null = null
  const hearer = (type: ClientFrame['type']) => {
    return (event: IpcMainEvent, text: unknown): void => {
      if (!isFromPage(event, contents)) return
      line ??= createWindowConnection(contents, (connection) => options.accept(connection))
      line.hear(type, text)
    }
  }
  const endLine = guard('a page that leaves', () => {
    line?.end()
    line = null
  })
  const hearers = (['request', 'cancel'] as const).map((type) => ({
    channel: channelOf(type),
    hear: guard('a frame of the page', hearer(type)),
  }))
  for (const { channel, hear } of hearers) ipcMain.on(channel, hear)
  contents.on('did-navigate', endLine)
  contents.on('render-process-gone', endLine)
  const closed = guard('a window that is closed', () => {
    endLine()
    for (const { channel, hear } of hearers) ipcMain.off(channel, hear)
  })
  window.on('closed', closed)
  return (event) => line?.push(event)
}

function reloadAfterCrash(window: BrowserWindow): void {
  let reloadedAt = -Infinity
  const gone = guard('a page that died', (_event: unknown, { reason }: { reason: string }) => {
    if (reason === 'clean-exit' || performance.now() - reloadedAt < RELOAD_PAUSE_MS) return
    reloadedAt = performance.now()
    window.webContents.reload()
  })
  window.webContents.on('render-process-gone', gone)
}
