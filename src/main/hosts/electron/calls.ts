import { app } from 'electron'
import { type Link, LINK_SCHEME, linkIn } from '../../../shared/link.ts'
import { guard } from '../../runtime/guard.ts'
import type { AppWindows } from './app-windows.ts'

/** What calls the app from outside: its start, a second start, and a link that another program opens. */
type Call = { readonly type: 'start' } | { readonly type: 'link'; readonly link: Link | null }

const isLink = (arg: string): boolean => arg.startsWith(`${LINK_SCHEME}:`)

/** Of a command line: the first that is one, as text. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find(isLink) ?? null
}

export function withoutLinks(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !isLink(arg))
}

/** The system gives links to the packages; a development build would take them from an installed one. */
export function takeLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}

/** From the moment on that they can come. What comes before there is a window is answered once there is. */
export function hearCalls(first: string | null): { answer(windows: AppWindows): void } {
  let windows: AppWindows | null = null
  let waiting: Call | null = null

  function take(call: Call): void {
    if (windows === null) waiting = call
    else if (call.type === 'link') windows.follow(call.link)
    else windows.show()
  }

  const secondStart = guard('a second start', (_event: unknown, args: readonly string[] = []) =>
    take(callOf(linkAmong(args))),
  )
  const opened = guard(
    'a link that is opened',
    (event: { preventDefault(): void }, text: string) => {
      event.preventDefault()
      take(callOf(text))
    },
  )
  app.on('second-instance', secondStart)
  app.on('open-url', opened)
  return {
    answer: (there) => {
      windows = there
      take(callOf(first))
      if (waiting !== null) take(waiting)
    },
  }
}

function callOf(link: string | null): Call {
  return link === null ? { type: 'start' } : { type: 'link', link: linkIn(link) }
}
