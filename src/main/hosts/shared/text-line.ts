import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { guard } from '../../runtime/guard.ts'
import { parseFrame } from './parse-frame.ts'

/** A client with this much unread is disconnected, and returns for a fresh snapshot (T78). */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

/** A snapshot may be large: a frame of this size is counted in pieces, not in bytes. */
const LARGE_FRAME_LENGTH = 1024 * 1024
const MOST_LARGE_FRAMES = 4

/** Why we close. */
export type CloseReason = 'normal' | 'malformed' | 'broken'

/** Carries the texts of one client. */
export interface Transport {
  /** `sent`: it has been handed over. */
  send(text: string, sent: () => void): void
  /** Bytes that were sent but not read by the client. */
  unread(): number
  close(reason: CloseReason): void
  /** At once, whatever is in transit. */
  cut(): void
}

/** One client's connection, as its transport sees it. */
export interface TextLine {
  readonly connection: Connection<HostFrame, ClientFrame>
  /** A text arrived. An invalid frame closes the connection. */
  hear(text: string): void
  /** The transport is gone. */
  ended(): void
  /** For input that is not text at all. */
  end(reason: CloseReason): void
}

export function createTextLine(transport: Transport): TextLine {
  const frameListeners = new Set<(frame: ClientFrame) => void>()
  const closeListeners = new Set<() => void>()
  const large = { frames: 0, length: 0 }
  let isOpen = true
  let waiting: HostFrame[] = []

  /** Output of a tick is sent after it: no process or request waits for a screen. */
  const flush = guard('sending to a client', () => {
    const frames = waiting
    waiting = []
    for (const frame of frames) {
      if (!isOpen) return
      sendText(transport, JSON.stringify(frame), large)
      if (isSlow()) {
        transport.cut()
        ended()
      }
    }
  })
  const isSlow = (): boolean =>
    large.frames > MOST_LARGE_FRAMES || transport.unread() - large.length > MAX_BUFFERED_BYTES

  function ended(): void {
    if (!isOpen) return
    isOpen = false
    for (const listener of closeListeners) listener()
  }

  function end(reason: CloseReason): void {
    if (!isOpen) return
    flush()
    transport.close(reason)
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

function sendText(
  transport: Transport,
  text: string,
  large: { frames: number; length: number },
): void {
  if (text.length < LARGE_FRAME_LENGTH) return transport.send(text, () => undefined)
  large.frames += 1
  large.length += text.length
  transport.send(
    text,
    guard('sending a large frame', () => {
      large.frames -= 1
      large.length -= text.length
    }),
  )
}
