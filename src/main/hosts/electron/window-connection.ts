import type { IpcMainEvent, WebContents } from 'electron'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import {
  type ClientFrame,
  type Connection,
  type HostFrame,
  MAX_FRAME_BYTES,
} from '../../../shared/protocol/frames.ts'
import { parseFrame } from '../shared/parse-frame.ts'
import { UnreadFrames } from '../shared/unread-frames.ts'
import type { CLOSED } from '../../../shared/protocol/frames.ts'
import { APP_ORIGIN } from './app-protocol.ts'

export const CHANNELS = {
  request: 'phoenix:request',
  cancel: 'phoenix:cancel',
  event: 'phoenix:event',
  read: 'phoenix:read',
} as const

/** The connection between one page and the host. A reloaded page gets a new one. */
export interface WindowConnection {
  /** False once the page is gone or the host has closed the connection; further texts of the page belong to another one. */
  readonly isOpen: boolean
  /** Takes a text from this page. Anything except a frame of this type is dropped. */
  receive(type: ClientFrame['type'], text: unknown): void
  /** The page has read another text. */
  read(): void
  /** Pushes an event to this window only. */
  push(event: ClientEvent): void
  /** The page is gone. */
  end(): void
}

export function createWindowConnection(
  contents: Pick<WebContents, 'send' | 'isDestroyed'>,
  accept: (connection: Connection<HostFrame, ClientFrame>) => void,
): WindowConnection {
  const frameListeners = new Set<(frame: ClientFrame) => void>()
  const closeListeners = new Set<() => void>()
  const unread = new UnreadFrames()
  // Oldest first: the page reads in order.
  const reads: (() => void)[] = []
  let isOpen = true
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    for (const listener of closeListeners) listener()
  }
  const close = (): void => {
    if (!isOpen) return
    end()
    if (!contents.isDestroyed()) contents.send(CHANNELS.event, '' satisfies typeof CLOSED)
  }
  const send = (frame: HostFrame): void => {
    if (!isOpen || contents.isDestroyed()) return
    const text = JSON.stringify(frame)
    reads.push(unread.add(text.length))
    contents.send(CHANNELS.event, text)
    if (unread.areTooMany) close()
  }
  accept({
    send,
    onFrame: (listener) => frameListeners.add(listener),
    onClose: (listener) => closeListeners.add(listener),
    close,
  })
  return {
    get isOpen() {
      return isOpen
    },
    receive: (type, text) => {
      const frame = isOpen && isFrameSized(text) ? parseFrame(text) : null
      if (frame?.type !== type) return
      for (const listener of frameListeners) listener(frame)
    },
    read: () => reads.shift()?.(),
    push: send,
    end,
  }
}

function isFrameSized(text: unknown): text is string {
  return typeof text === 'string' && Buffer.byteLength(text) <= MAX_FRAME_BYTES
}

/** Only the window's own page speaks for it: no inner frame, no other window, no other origin. */
export function isFromPage(event: IpcMainEvent, contents: WebContents): boolean {
  const frame = event.senderFrame
  return (
    frame !== null &&
    event.sender === contents &&
    frame === contents.mainFrame &&
    frame.origin === APP_ORIGIN
  )
}

export function channelOf(type: ClientFrame['type']): string {
  switch (type) {
    case 'request':
      return CHANNELS.request
    case 'cancel':
      return CHANNELS.cancel
    default:
      return assertNever(type)
  }
}
