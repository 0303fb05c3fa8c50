import type { BrowserWindow } from 'electron'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { type AppWindow, type AppWindowOptions, openAppWindow } from './app-window.ts'
import { guard } from '../../runtime/guard.ts'

/** The window of the app, or its successor if it was closed: one at a time. */
export interface AppWindows {
  /** Brings it to the front, or opens one. */
  show(): void
  /** To the window; if there is none, one is opened and the event is lost. */
  push(event: ClientEvent): void
  /** Hides it and keeps its position: the app is ending. */
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
