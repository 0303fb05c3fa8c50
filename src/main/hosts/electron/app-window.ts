import { app, BrowserWindow, ipcMain, type IpcMainEvent, nativeTheme, screen } from 'electron'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { PAGE_ADDRESS } from './app-protocol.ts'
import { setContextMenu } from './context-menu.ts'
import { keepPageRunning } from './keep-page-running.ts'
import { keepWindowState, type StateKeeper } from './keep-window-state.ts'
import {
  CHANNELS,
  channelOf,
  createWindowConnection,
  isFromPage,
  type WindowConnection,
} from './window-connection.ts'
import { MIN_HEIGHT, MIN_WIDTH, placeOn, type WindowState } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'

/** The page's own colours (tokens.css), used until the page reports its background. */
const BACKGROUND = { light: '#fdfcfb', dark: '#131416' } as const

export interface AppWindowOptions {
  readonly preloadFile: string
  /** A PNG, for the system that does not take the icon from the program: Linux. */
  readonly iconFile: string
  accept(connection: Connection<HostFrame, ClientFrame>): void
  /** Called when the window has moved or shows something else. */
  readonly onChange: () => void
  /** Called when the user closes the window. True: that ends the app, and the window stays until the app has ended. */
  readonly endsApp: () => boolean
}

/** The initial state of a window: as it was left, or modelled on another one. */
export type WindowStart = WindowState

export interface AppWindow {
  readonly window: BrowserWindow
  push(event: ClientEvent): void
  /** True while its page listens. */
  isConnected(): boolean
  readonly keeper: StateKeeper
}

/**
 * Opens the interface in a sandboxed window, where it was left, once there is something to see. Null: at the default
 * position.
 */
export function openAppWindow(options: AppWindowOptions, saved: WindowStart | null): AppWindow {
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
  const shown = saved?.shown ?? ''
  const zoom = saved?.zoom ?? 1
  const keeper = keepWindowState(window, { background, shown, zoom }, options.onChange)
  const connection = connect(window, options)
  showWhenReady(window, saved?.isMaximized === true)
  askBeforeClose(window, keeper, options)
  keepPageRunning(window)
  setContextMenu(window.webContents)
  goTo(window, shown)
  return { window, ...connection, keeper }
}

/** Loads the page at the fragment of what it is to show. */
export function goTo(window: BrowserWindow, shown: string): void {
  const address = shown === '' ? PAGE_ADDRESS : `${PAGE_ADDRESS}#${shown}`
  // Rejects if another address is loaded first, or the page crashes: then it is reloaded.
  window.loadURL(address).catch(() => undefined)
}

function workAreas(): Parameters<typeof placeOn>[0] {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first.workArea, ...others.map(({ workArea }) => workArea)]
}

function showWhenReady(window: BrowserWindow, isMaximized: boolean): void {
  const show = guard('a window ready to show', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  window.once('ready-to-show', show)
}

function askBeforeClose(
  window: BrowserWindow,
  keeper: StateKeeper,
  { endsApp }: AppWindowOptions,
): void {
  const close = guard('closing a window', (event: Pick<Event, 'preventDefault'>) => {
    keeper.flush()
    if (endsApp()) event.preventDefault()
  })
  window.on('close', close)
}

/** Returns how to push to whichever page is loaded at the time. */
function connect(
  window: BrowserWindow,
  options: AppWindowOptions,
): Pick<AppWindow, 'push' | 'isConnected'> {
  const { webContents: contents } = window
  let pageConnection: WindowConnection | null = null
  const receiver = (type: ClientFrame['type']) => {
    return (event: IpcMainEvent, text: unknown): void => {
      if (!isFromPage(event, contents)) return
      if (pageConnection?.isOpen !== true)
        pageConnection = createWindowConnection(contents, (connection) =>
          options.accept(connection),
        )
      pageConnection.receive(type, text)
    }
  }
  const endConnection = guard('a page disconnecting', () => {
    pageConnection?.end()
    pageConnection = null
  })
  const receivers = (['request', 'cancel'] as const).map((type) => ({
    channel: channelOf(type),
    receive: guard('a frame from the page', receiver(type)),
  }))
  const read = guard('a page reading a frame', (event: IpcMainEvent) => {
    if (isFromPage(event, contents)) pageConnection?.read()
  })
  const listeners = [...receivers, { channel: CHANNELS.read, receive: read }]
  for (const { channel, receive } of listeners) ipcMain.on(channel, receive)
  contents.on('did-navigate', endConnection)
  contents.on('render-process-gone', endConnection)
  const closed = guard('a closed window', () => {
    endConnection()
    for (const { channel, receive } of listeners) ipcMain.off(channel, receive)
  })
  window.on('closed', closed)
  return {
    push: (event) => pageConnection?.push(event),
    isConnected: () => pageConnection?.isOpen === true,
  }
}
