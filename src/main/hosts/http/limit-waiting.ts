import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { guard } from '../../runtime/guard.ts'

/** Far more than windows need at once: a window is one socket and a few short requests. */
const MOST_WAITING = 128

/** Connections that have not authenticated yet. */
export interface WaitingConnections {
  /** The connection has become a window and no longer counts. */
  leave(socket: Duplex): void
}

/**
 * Bounds how many connections may wait without authenticating: beyond the limit, the one that has been silent longest
 * is closed.
 */
export function limitWaiting(server: Server): WaitingConnections {
  /** The one that has been silent longest comes first. */
  const waiting = new Set<Duplex>()
  const connected = guard('a new connection', (socket: Duplex) => {
    waiting.add(socket)
    socket.once(
      'close',
      guard('a closed connection', () => waiting.delete(socket)),
    )
    const [oldest] = waiting
    if (waiting.size > MOST_WAITING) oldest?.destroy()
  })
  server.on('connection', connected)
  const requested = guard('the first request of a connection', ({ socket }: IncomingMessage) => {
    if (waiting.delete(socket)) waiting.add(socket)
  })
  server.on('request', requested)
  return { leave: (socket) => waiting.delete(socket) }
}
