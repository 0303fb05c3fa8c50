import type { BrowserWindow } from 'electron'
import type { WindowState } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'

/** A dragged window is saved once, after it has come to rest. */
const SETTLE_MS = 500

export interface StateKeeper {
  /** Reports pending changes now. */
  readonly flush: () => void
  readonly state: () => WindowState
}

/** Tracks a window's position and content, and reports changes. */
export function keepWindowState(
  window: BrowserWindow,
  first: Pick<WindowState, 'background' | 'shown' | 'zoom'>,
  onChange: () => void,
): StateKeeper {
  let { background, shown, zoom } = first
  /** The window has the first zoom once there is a page. */
  let isZoomed = false
  let timer: NodeJS.Timeout | null = null
  let last: WindowState | null = null

  /** No event reports that a person has changed it. */
  const zoomNow = (): number => (isZoomed ? window.webContents.getZoomFactor() : zoom)

  /** The last state of a window that is gone remains its state. */
  function state(): WindowState {
    if (last !== null && window.isDestroyed()) return last
    const [bounds, isMaximized] = [window.getNormalBounds(), window.isMaximized()]
    zoom = zoomNow()
    last = { bounds, isMaximized, background, shown, zoom }
    return last
  }

  function flush(): void {
    if (window.isDestroyed() || (timer === null && zoomNow() === zoom)) return
    clearTimeout(timer ?? undefined)
    timer = null
    onChange()
  }

  const saveSoon = guard('a moved window', () => {
    clearTimeout(timer ?? undefined)
    timer = setTimeout(guard("saving a window's position", flush), SETTLE_MS)
  })

  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  const coloured = guard("the page's colour", (_event: unknown, colour: string | null) => {
    if (colour === null) return
    background = colour
    window.setBackgroundColor(colour)
    saveSoon()
  })
  const went = guard('a page navigating', (_event: unknown, address: string) => {
    shown = URL.parse(address)?.hash.slice(1) ?? ''
    saveSoon()
  })
  const ready = guard("setting a page's zoom", () => {
    window.webContents.setZoomFactor(zoom)
    isZoomed = true
  })
  window.webContents.once('dom-ready', ready)
  window.webContents.on('did-change-theme-color', coloured)
  window.webContents.on('did-navigate-in-page', went)
  return { flush, state }
}
