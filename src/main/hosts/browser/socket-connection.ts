import type { RawData, WebSocket } from 'ws'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/frames.ts'
import { parseFrame } from './parse-frame.ts'
import { guard } from '../../runtime/guard.ts'

/** A client that has left so much unread is closed, and comes back for a fresh snapshot (T78). */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

/** A snapshot may be large by itself: a frame of this size counts by pieces, not by bytes. */
const LARGE_FRAME_LENGTH = 1024 * 1024
const MOST_LARGE_FRAMES = 4

/** Why we close, for the client (RFC 6455, 7.4.1). */
const CLOSE = { normal: 1000, binary: 1003, malformed: 1008, broken: 1011 } as const

/** One client's line over its socket. A frame that is not one of ours ends it; nothing that comes in ever throws. */
export function overSocket(socket: WebSocket): Connection<HostFrame, ClientFrame> {
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
      sendText(socket, JSON.stringify(frame), large)
      if (isSlow()) {
        socket.terminate()
        ended()
      }
    }
  })
  const ended = guard('a client that leaves', () => {
    if (!isOpen) return
    isOpen = false
    for (const listener of closeListeners) listener()
  })
  const end = (code: number): void => {
    if (!isOpen) return
    flush()
    socket.close(code)
    ended()
  }
  const isSlow = (): boolean =>
    large.frames > MOST_LARGE_FRAMES || socket.bufferedAmount - large.length > MAX_BUFFERED_BYTES

  socket.on('close', ended)
  // The close that follows says all there is to say.
  socket.on('error', () => undefined)
  const hear = guard('a frame of a client', (data: RawData, isBinary: boolean) => {
    if (!isOpen) return
    if (isBinary) return end(CLOSE.binary)
    const frame = Buffer.isBuffer(data) ? parseFrame(data.toString('utf8')) : null
    if (frame === null) return end(CLOSE.malformed)
    try {
      for (const listener of frameListeners) listener(frame)
    } catch (error) {
      end(CLOSE.broken)
      throw error
    }
  })
  socket.on('message', hear)
  return {
    send: (frame) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(frame)
    },
    onFrame: (listener) => frameListeners.add(listener),
    onClose: (listener) => closeListeners.add(listener),
    close: () => end(CLOSE.normal),
  }
}

function sendText(
  socket: WebSocket,
  text: string,
  large: { frames: number; length: number },
): void {
  if (text.length < LARGE_FRAME_LENGTH) return socket.send(text)
  large.frames += 1
  large.length += text.length
  const sent = guard('a large frame that is sent', () => {
    large.frames -= 1
    large.length -= text.length
  })
  socket.send(text, sent)
}
