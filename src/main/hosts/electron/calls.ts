import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { z } from 'zod'
import { type Link, LINK_SCHEME, linkIn } from '../../../shared/link.ts'
import { guard } from '../../runtime/guard.ts'
import type { AppWindows } from './app-windows.ts'

/** What calls the app from outside: its start, a second start, a link that another program opens, and a dropped folder. */
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
export function hearCalls(first: Call): { answer(windows: AppWindows): void } {
  let windows: AppWindows | null = null
  let waiting: Call | null = null

  function take(call: Call): void {
    if (windows === null) waiting = call
    else if (call.type === 'link') windows.follow(call.link)
    else windows.show()
  }

  const secondStart = guard(
    'a second start',
    (_event: unknown, args: readonly string[] = [], _folder?: string, told?: unknown) => {
      const read = Told.safeParse(told)
      take(callOf(linkAmong(args), read.success ? read.data : NOTHING_TOLD))
    },
  )
  const opened = guard(
    'a link that is opened',
    (event: { preventDefault(): void }, text: string) => {
      event.preventDefault()
      take(callOf(text, NOTHING_TOLD))
    },
  )
  const dropped = guard(
    'a folder that is opened',
    (event: { preventDefault(): void }, folder: string) => {
      event.preventDefault()
      take(callOf(null, { folder }))
    },
  )
  app.on('second-instance', secondStart)
  app.on('open-url', opened)
  app.on('open-file', dropped)
  return {
    answer: (there) => {
      windows = there
      take(first)
      if (waiting !== null) take(waiting)
    },
  }
}

/** What a start tells the instance that runs already. */
const Told = z.object({ folder: z.string().min(1).nullable() }).readonly()
type Told = z.infer<typeof Told>
const NOTHING_TOLD: Told = { folder: null }

/** `folder`: as it was said where the start was made; launchers say it as an address. */
export function toldOf(folder: string | null, startedIn: string): Told {
  if (folder === null) return NOTHING_TOLD
  try {
    return {
      folder: folder.startsWith('file:') ? fileURLToPath(folder) : resolve(startedIn, folder),
    }
  } catch {
    return NOTHING_TOLD
  }
}

export function callOf(link: string | null, { folder }: Told): Call {
  if (link !== null) return { type: 'link', link: linkIn(link) }
  return folder === null ? { type: 'start' } : { type: 'link', link: { type: 'folder', folder } }
}
