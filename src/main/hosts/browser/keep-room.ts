import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Far more than windows need at once: a window is one socket and a few short requests. */
const MOST_WAITING = 128

/** The connections that have not been let in. */
export interface Room {
  /** This one is a window from now on, and is not counted any more. */
  leave(socket: Duplex): void
}

/**
 * Keeps the door open however many connections only hold their place: the one that has been silent for longest makes room
 * for the next.
 */
export function keepRoom(server: Server): Room {
  /** The one that was silent for longest first. */
  const waiting = new Set<Duplex>()
  server.on('connection', (socket: Duplex) => {
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
    const [oldest] = waiting
    if (waiting.size > MOST_WAITING) oldest?.destroy()
  })
  server.on('request', ({ socket }: IncomingMessage) => {
    if (waiting.delete(socket)) waiting.add(socket)
  })
  return { leave: (socket) => waiting.delete(socket) }
}
