import type { BrowserWindow } from 'electron'
import type { WindowStateFile } from './window-state.ts'

/** A window that is dragged is written once, after it has come to rest. */
const REST_MS = 500

export interface StateKeeper {
  readonly flush: () => void
}

/** Keeps the file in step with the window. */
export function keepWindowState(
  window: BrowserWindow,
  background: string,
  file: WindowStateFile,
): StateKeeper {
  let shown = background
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    if (window.isDestroyed()) return
    file.save({
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      background: shown,
    })
  }

  function saveSoon(): void {
    clearTimeout(timer ?? undefined)
    timer = setTimeout(flush, REST_MS)
  }

  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.webContents.on('did-change-theme-color', (_event, colour) => {
    if (colour === null) return
    shown = colour
    window.setBackgroundColor(colour)
    saveSoon()
  })
  return { flush }
}
