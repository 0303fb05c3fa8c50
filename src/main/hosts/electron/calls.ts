import { app } from 'electron'
import * as z from '../../../shared/schema.ts'
import { type Link, LINK_SCHEME, linkIn } from '../../../shared/link.ts'
import { guard } from '../../runtime/guard.ts'
import { startFolder } from '../shared/start-folder.ts'
import type { AppWindows } from './app-windows.ts'

/** A call from outside the app: its start, a second start, a link opened by another program, or a dropped folder. */
type Call = { readonly type: 'start' } | { readonly type: 'link'; readonly link: Link | null }

const isNoSwitch = (arg: string): boolean => !arg.startsWith('-')

/**
 * Returns the arguments of a start that are meant for Phoenix. In an unpackaged app they follow the folder that Electron was
 * started with.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const given = argv.slice(1)
  if (isPackaged) return ownAmong(given)
  const folderAt = given.findIndex(isNoSwitch)
  return folderAt < 0 ? [] : given.slice(folderAt + 1)
}

const OWN_SWITCHES = ['--data', '--listen']

/**
 * Our own switches and the first folder among Chromium's switches. Next to a link nothing else counts: other programs open
 * links, and may have put more than a link there.
 */
function ownAmong(given: readonly string[]): readonly string[] {
  const link = linkAmong(given)
  if (link !== null) return [link]
  const switches: string[] = []
  let folder: string | null = null
  for (let at = 0; at < given.length; at += 1) {
    const arg = given[at] ?? ''
    if (OWN_SWITCHES.includes(arg)) switches.push(arg, given[(at += 1)] ?? '')
    else if (OWN_SWITCHES.some((each) => arg.startsWith(`${each}=`))) switches.push(arg)
    else if (isNoSwitch(arg)) folder ??= arg
  }
  return folder === null ? switches : [...switches, folder]
}

const isLink = (arg: string): boolean => arg.startsWith(`${LINK_SCHEME}:`)

/** The first argument that is a link, as text. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find(isLink) ?? null
}

export function withoutLinks(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !isLink(arg))
}

/** Packaged apps handle the system's links; a development build would take them from an installed one. */
export function takeLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}

/** Listens from the moment calls can arrive. Those that come before there is a window are answered once there is one. */
export function listenForCalls(first: Call): { answer(windows: AppWindows): void } {
  let windows: AppWindows | null = null
  const waiting: Call[] = []

  function take(call: Call): void {
    if (windows === null) waiting.push(call)
    else if (call.type === 'link') windows.follow(call.link)
    else windows.show()
  }

  const secondStart = guard(
    'a second start',
    (_event: unknown, args: readonly string[] = [], _folder?: string, data?: unknown) => {
      const read = StartData.safeParse(data)
      take(callOf(linkAmong(args), read.success ? read.data : NO_START_DATA))
    },
  )
  const opened = guard(
    'a link that is opened',
    (event: { preventDefault(): void }, text: string) => {
      event.preventDefault()
      take(callOf(text, NO_START_DATA))
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
    answer: (appWindows) => {
      windows = appWindows
      for (const call of [first, ...waiting]) take(call)
    },
  }
}

/** The data that a second start sends to the running instance. */
const StartData = z.object({ folder: z.string().min(1).nullable() }).readonly()
type StartData = z.infer<typeof StartData>
const NO_START_DATA: StartData = { folder: null }

/** `folder` is as given where the start was made. */
export function startDataOf(folder: string | null, startedIn: () => string): StartData {
  return folder === null ? NO_START_DATA : { folder: startFolder(folder, startedIn) }
}

export function callOf(link: string | null, { folder }: StartData): Call {
  if (link !== null) return { type: 'link', link: linkIn(link) }
  return folder === null ? { type: 'start' } : { type: 'link', link: { type: 'folder', folder } }
}
