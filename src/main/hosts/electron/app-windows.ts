import { BrowserWindow } from 'electron'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import { fragmentOfLink, type Link, NOWHERE } from '../../../shared/link.ts'
import { addressOf, type AppWindow, type AppWindowOptions, openAppWindow } from './app-window.ts'
import { besideBounds, type WindowState, type WindowStateFile } from './window-state.ts'
import { guard } from '../../runtime/guard.ts'

export interface AppWindowsOptions extends Pick<
  AppWindowOptions,
  'preloadFile' | 'iconFile' | 'accept'
> {
  readonly stateFile: WindowStateFile
  /** The last window is closed where that ends the app. */
  readonly onLastClose: () => void
}

/** The windows of the app, each with a line of its own. The one in front is the one that had the focus last. */
export interface AppWindows {
  /** The one in front; without any, the windows of the last run are opened. */
  show(): void
  /** One more, with the form for a new conversation. */
  openNew(): void
  /** To the one in front; without any, windows are opened and the event is lost. */
  push(event: ClientEvent): void
  /** To the front, where the link leads. Null: it could not be read, which the page says. */
  follow(link: Link | null): void
  /** The window that a person works in shows this conversation, by what its address says. */
  isBeforeEyes(conversationId: string): boolean
  /** Out of sight, their places kept: the app is ending. */
  hide(): void
}

export function createAppWindows(options: AppWindowsOptions): AppWindows {
  /** The one in front first. */
  let open: readonly AppWindow[] = []
  const states = (): readonly WindowState[] => open.map(({ keeper }) => keeper.state())
  const save = (): void => options.stateFile.save(states())

  function add(start: WindowState | null): AppWindow {
    const opened = openAppWindow(
      {
        ...options,
        onChange: save,
        endsApp: () => {
          // On macOS an app lives on without windows; elsewhere closing the last one is quitting.
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
    // The front one comes last, so it ends up in front of the others.
    for (const state of others.toReversed()) add(state)
    add(front === undefined || first === undefined ? (front ?? null) : { ...front, shown: first })
    if (front === undefined && first !== undefined) goTo(first)
  }

  /** Of a page that does not listen yet. */
  function goTo(shown: string): void {
    void open[0]?.window.loadURL(addressOf(shown))
  }

  function follow(link: Link | null): void {
    const shown = (link === null ? NOWHERE : fragmentOfLink(link)).slice(1)
    const [front] = open
    if (front === undefined) return restore(shown)
    toFront(front.window)
    if (front.isThere()) front.push({ type: 'link.opened', link })
    else goTo(shown)
  }

  return {
    follow,
    show: () => (open[0] === undefined ? restore() : toFront(open[0].window)),
    openNew: () => {
      const front = open[0]?.keeper.state()
      const bounds = front === undefined ? null : besideBounds(front.bounds)
      const like = front === undefined || bounds === null ? null : { ...front, bounds }
      add(like === null ? null : { ...like, isMaximized: false, shown: 'new' })
      save()
    },
    push: (event) => (open[0] === undefined ? restore() : open[0].push(event)),
    isBeforeEyes: (conversationId) => {
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
