import { BrowserWindow } from 'electron'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { fragmentOfLink, type Link, NOWHERE } from '../../../shared/link.ts'
import { type AppWindow, type AppWindowOptions, goTo, openAppWindow } from './app-window.ts'
import { cascadedBounds, type WindowState, type WindowStateFile } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'

export interface AppWindowsOptions extends Pick<
  AppWindowOptions,
  'preloadFile' | 'iconFile' | 'accept'
> {
  readonly stateFile: WindowStateFile
  /** Called when the last window is closed, if that ends the app. */
  readonly onLastClose: () => void
}

/** The windows of the app, each with its own connection. The one in front is the one that had the focus last. */
export interface AppWindows {
  /** Brings the front window forward; if there is none, opens the windows of the last run. */
  show(): void
  /** Opens another window, with the form for a new conversation. */
  openNew(): void
  /** Sends to the front window; if there is none, opens windows and drops the event. */
  push(event: ClientEvent): void
  /** Brings the front window forward and shows the link's target. Null: the link could not be read; the page says so. */
  follow(link: Link | null): void
  /** True if the focused window shows this conversation, according to its address. */
  isInFocus(conversationId: string): boolean
  /** Hides all windows and keeps their places: the app is ending. */
  hide(): void
}

export function createAppWindows(options: AppWindowsOptions): AppWindows {
  /** The window in front comes first. */
  let open: readonly AppWindow[] = []
  const states = (): readonly WindowState[] => open.map(({ keeper }) => keeper.state())
  const save = (): void => options.stateFile.save(states())

  function add(start: WindowState | null): AppWindow {
    const opened = openAppWindow(
      {
        ...options,
        onChange: save,
        endsApp: () => {
          // On macOS an app lives on without windows; elsewhere, closing the last one quits.
          const isEnd = process.platform !== 'darwin' && open.length === 1
          if (isEnd) options.onLastClose()
          return isEnd
        },
      },
      start,
    )
    open = [opened, ...open]
    const focused = guard('a focused window', () => {
      open = [opened, ...open.filter((each) => each !== opened)]
    })
    const closed = guard('a closed window', () => {
      const others = open.filter((each) => each !== opened)
      // The last one is opened again next time.
      if (others.length > 0) options.stateFile.save(others.map(({ keeper }) => keeper.state()))
      open = others
    })
    opened.window.on('focus', focused)
    opened.window.on('closed', closed)
    return opened
  }

  function restore(first?: string): void {
    const [front, ...others] = options.stateFile.read()
    // The front window is opened last, so it ends up in front of the others.
    for (const state of others.toReversed()) add(state)
    const { window } = add(
      front === undefined || first === undefined ? (front ?? null) : { ...front, shown: first },
    )
    if (front === undefined && first !== undefined) goTo(window, first)
  }

  function follow(link: Link | null): void {
    const shown = (link === null ? NOWHERE : fragmentOfLink(link)).slice(1)
    const [front] = open
    if (front === undefined) return restore(shown)
    toFront(front.window)
    if (front.isConnected()) front.push({ type: 'link.opened', link })
    // The page does not listen yet.
    else goTo(front.window, shown)
  }

  return {
    follow,
    show: () => (open[0] === undefined ? restore() : toFront(open[0].window)),
    openNew: () => {
      const front = open[0]?.keeper.state()
      const bounds = front === undefined ? null : cascadedBounds(front.bounds)
      const like = front === undefined || bounds === null ? null : { ...front, bounds }
      add(like === null ? null : { ...like, isMaximized: false, shown: 'new' })
      save()
    },
    push: (event) => (open[0] === undefined ? restore() : open[0].push(event)),
    isInFocus: (conversationId) => {
      const focused = BrowserWindow.getFocusedWindow()
      const found = open.find(({ window }) => window === focused)
      const shown = new URLSearchParams(found?.keeper.state().shown ?? '')
      return ['conversation', 'left', 'right'].some((name) => shown.get(name) === conversationId)
    },
    hide: () => {
      save()
      for (const { window } of open) window.hide()
    },
  }
}

function toFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
