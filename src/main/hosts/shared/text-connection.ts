import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { guard } from '../../runtime/guard.ts'
import { parseFrame } from './parse-frame.ts'
import { UnreadFrames } from './unread-frames.ts'

/** The reason for closing. */
export type CloseReason = 'normal' | 'malformed' | 'broken'

/** Carries the texts of one client. */
export interface Transport {
  /** Calls `read` once the text has been handed over to the client. */
  send(text: string, read: () => void): void
  close(reason: CloseReason): void
  /** Closes at once, even with data in transit. */
  cut(): void
}

/** One client's connection, as its transport sees it. */
export interface TextConnection {
  readonly connection: Connection<HostFrame, ClientFrame>
  /** A text arrived. An invalid frame closes the connection. */
  receive(text: string): void
  /** The transport is gone. */
  ended(): void
  /** For input that is not text at all. */
  end(reason: CloseReason): void
}

export function createTextConnection(transport: Transport): TextConnection {
  const frameListeners = new Set<(frame: ClientFrame) => void>()
  const closeListeners = new Set<() => void>()
  const unread = new UnreadFrames()
  let isOpen = true
  let waiting: HostFrame[] = []

  /** A tick's output is sent after the tick: no process or request waits for a screen. */
  const flush = guard('sending to a client', () => {
    const frames = waiting
    waiting = []
    try {
      for (const frame of frames) send(frame)
    } catch (error) {
      // Frames are lost: the client reconnects for a new snapshot.
      end('broken')
      throw error
    }
  })

  function send(frame: HostFrame): void {
    if (!isOpen) return
    const text = JSON.stringify(frame)
    transport.send(text, unread.add(text.length))
    if (!unread.areTooMany) return
    transport.cut()
    ended()
  }

  function ended(): void {
    if (!isOpen) return
    isOpen = false
    for (const listener of closeListeners) listener()
  }

  function end(reason: CloseReason): void {
    if (!isOpen) return
    flush()
    if (!isOpen) return
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
    receive(text) {
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
