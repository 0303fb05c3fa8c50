import type { HostFrame } from '../../../shared/protocol/frames.ts'
import { guard } from '../../runtime/guard.ts'
import type { Flushed, FlushPort } from '../../runtime/ports/store.ts'

/** The most frames that wait for a slow disk. */
const MAX_HELD = 1_024

export interface HeldConnection {
  readonly store: FlushPort
  readonly send: (frame: HostFrame) => void
  /** Called when frames are dropped: the client has to reconnect, and then receives everything again (T78). */
  readonly cut: () => void
}

/**
 * Sends frames in order, each once everything written before it is on disk: a client never learns of something that a power
 * cut could still undo. If nothing is being flushed, a frame is sent in this tick; the report of a slow disk always is.
 */
export function holdFrames({ cut, send, store }: HeldConnection): (frame: HostFrame) => void {
  const held: { readonly frame: HostFrame; readonly flushed: Flushed | Promise<Flushed> }[] = []
  const sendHeld = guard('a held frame', send)
  const cutConnection = guard('closing a connection with held frames', cut)

  async function release(): Promise<void> {
    for (let first = held[0]; first !== undefined; first = held[0]) {
      if ((await first.flushed) === 'failed') {
        held.length = 0
        return cutConnection()
      }
      held.shift()
      sendHeld(first.frame)
    }
  }

  return (frame) => {
    if (frame.type === 'host.storage' && frame.trouble === 'slow') return send(frame)
    const flushed = store.flushing()
    if (typeof flushed === 'string' && held.length === 0) return send(frame)
    if (held.length >= MAX_HELD) return cut()
    held.push({ frame, flushed })
    if (held.length === 1) void release()
  }
}
