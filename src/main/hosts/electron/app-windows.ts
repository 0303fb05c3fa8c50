import type { BrowserWindow } from 'electron'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { type AppWindow, type AppWindowOptions, openAppWindow } from './app-window.ts'
import { guard } from '../../runtime/guard.ts'

/** The window of the app, and the next where that was closed: one at a time. */
export interface AppWindows {
  /** To the front; opened where there is none. */
  show(): void
  /** To the window; where there is none, one is opened and the event is lost. */
  push(event: ClientEvent): void
  /** Out of sight, its place kept: the app is ending. */
  hide(): void
}

export function createAppWindows(options: AppWindowOptions): AppWindows {
  let current: AppWindow | null = null

  function open(): void {
    const opened = openAppWindow(options)
    current = opened
    const closed = guard('a window that is closed', () => {
      if (current === opened) current = null
    })
    opened.window.on('closed', closed)
  }

  return {
    show: () => (current === null ? open() : toFront(current.window)),
    push: (event) => (current === null ? open() : current.push(event)),
    hide: () => {
      current?.keepState()
      current?.window.hide()
    },
  }
}

function toFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
