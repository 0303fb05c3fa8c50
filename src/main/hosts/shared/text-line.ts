import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { guard } from '../../runtime/guard.ts'
import { parseFrame } from './parse-frame.ts'

/** A client that has left so much unread is closed, and comes back for a fresh snapshot (T78). */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

/** A snapshot may be large by itself: a frame of this size counts by pieces, not by bytes. */
const LARGE_FRAME_LENGTH = 1024 * 1024
const MOST_LARGE_FRAMES = 4

/** Why we close. */
export type CloseReason = 'normal' | 'malformed' | 'broken'

/** What carries the texts of one client. */
export interface Wire {
  /** `sent`: it has left our hands. */
  send(text: string, sent: () => void): void
  /** Bytes that were sent and that the client has not read. */
  unread(): number
  close(reason: CloseReason): void
  /** At once, whatever is on its way. */
  cut(): void
}

/** One client's line, and what its wire says to it. */
export interface TextLine {
  readonly connection: Connection<HostFrame, ClientFrame>
  /** A text came in. One that is no frame of ours ends the line. */
  hear(text: string): void
  /** The wire is gone. */
  ended(): void
  /** For what is no text at all. */
  end(reason: CloseReason): void
}

export function createTextLine(wire: Wire): TextLine {
  const frameListeners = new Set<(frame: ClientFrame) => void>()
  const closeListeners = new Set<() => void>()
  const large = { frames: 0, length: 0 }
  let isOpen = true
  let waiting: HostFrame[] = []

  /** What a tick has said goes out behind it: nobody's process or request waits for a screen. */
  const flush = guard('sending to a client', () => {
    const frames = waiting
    waiting = []
    for (const frame of frames) {
      if (!isOpen) return
      sendText(wire, JSON.stringify(frame), large)
      if (isSlow()) {
        wire.cut()
        ended()
      }
    }
  })
  const isSlow = (): boolean =>
    large.frames > MOST_LARGE_FRAMES || wire.unread() - large.length > MAX_BUFFERED_BYTES

  function ended(): void {
    if (!isOpen) return
    isOpen = false
    for (const listener of closeListeners) listener()
  }

  function end(reason: CloseReason): void {
    if (!isOpen) return
    flush()
    wire.close(reason)
    ended()
  }

  return {
    connection: {
      send: (frame) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push(frame)
      },
      onFrame: (listener) => frameListeners.add(listener),
      onClose: (listener) => closeListeners.add(listener),
      close: () => end('normal'),
    },
    hear(text) {
      if (!isOpen) return
      const frame = parseFrame(text)
      if (frame === null) return end('malformed')
      try {
        for (const listener of frameListeners) listener(frame)
      } catch (error) {
        end('broken')
        throw error
      }
    },
    ended,
    end,
  }
}

function sendText(wire: Wire, text: string, large: { frames: number; length: number }): void {
  if (text.length < LARGE_FRAME_LENGTH) return wire.send(text, () => undefined)
  large.frames += 1
  large.length += text.length
  wire.send(
    text,
    guard('a large frame that is sent', () => {
      large.frames -= 1
      large.length -= text.length
    }),
  )
}
