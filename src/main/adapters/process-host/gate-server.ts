import { timingSafeEqual } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { guard } from '../../runtime/guard.ts'
import { HEADER_BYTES, SECRET_BYTES } from './messages.ts'

/** The system's limit for the path of a socket, in bytes. */
const MAX_PATH = 107

/**
 * Accepts the connections that a process host opens. A connection that does not begin with the secret is
 * dropped.
 */
export interface GateServer {
  /** The connection with this number, once it exists; it delivers nothing until it is set to flow. */
  claim(number: number): Promise<Socket>
  /** Closes the server and unclaimed connections. Claimed ones stay open. */
  close(): void
}

interface GateServerOptions {
  readonly path: string
  readonly secret: Buffer
  readonly onListening: () => void
  /** Called if listening there failed. */
  readonly onFailure: () => void
}

export function listenForGates(options: GateServerOptions): GateServer {
  const { path, secret } = options
  const waiting = new Map<number, PromiseWithResolvers<Socket>>()
  const unclaimed = new Set<Socket>()
  const connectionOf = (number: number): PromiseWithResolvers<Socket> => {
    const connection = waiting.get(number) ?? Promise.withResolvers<Socket>()
    waiting.set(number, connection)
    return connection
  }

  const accept = guard('a connection for a gate', (socket: Socket) => {
    // Until a command owns it, a connection keeps no process alive. If it breaks, it ends.
    socket.unref().on('error', () => undefined)
    unclaimed.add(socket)
    socket.once(
      'close',
      guard('the end of a connection for a gate', () => unclaimed.delete(socket)),
    )
    const read = guard('the header of a connection for a gate', () => {
      const header: unknown = socket.read(HEADER_BYTES)
      if (!Buffer.isBuffer(header)) return
      socket.off('readable', read)
      if (timingSafeEqual(header.subarray(0, SECRET_BYTES), secret)) {
        connectionOf(header.readUInt32LE(SECRET_BYTES)).resolve(socket)
      } else socket.destroy()
    })
    socket.on('readable', read)
  })
  const server = createServer(accept)
  const failed = guard('listening for connections', () => {
    // If file descriptors run out, a connection may be refused later: only its command is lost.
    if (!server.listening) options.onFailure()
  })
  server.on('error', failed)
  if (Buffer.byteLength(path) > MAX_PATH)
    queueMicrotask(guard('a path too long', options.onFailure))
  else listen()

  function listen(): void {
    // Left over from a killed host.
    rmSync(path, { force: true })
    server.listen(path, guard('listening for connections', options.onListening))
    server.unref()
  }

  return {
    async claim(number) {
      const socket = await connectionOf(number).promise
      waiting.delete(number)
      unclaimed.delete(socket)
      return socket.ref()
    },
    close() {
      server.close()
      for (const socket of unclaimed) socket.destroy()
    },
  }
}
