import type { BrowserWindow } from 'electron'
import type { WindowStateFile } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'

/** A dragged window is saved once, after it has come to rest. */
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

  const saveSoon = guard('a window that moves', () => {
    clearTimeout(timer ?? undefined)
    timer = setTimeout(guard('keeping the place of a window', flush), REST_MS)
  })

  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  const coloured = guard('a colour of the page', (_event: unknown, colour: string | null) => {
    if (colour === null) return
    shown = colour
    window.setBackgroundColor(colour)
    saveSoon()
  })
  window.webContents.on('did-change-theme-color', coloured)
  return { flush }
}
