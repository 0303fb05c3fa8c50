import { timingSafeEqual } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { guard } from '../../runtime/guard.ts'
import { HEADER_BYTES, SECRET_BYTES } from './messages.ts'

/** The system's limit for the path of a socket, in bytes. */
const MAX_PATH = 107

/** Takes the lines that a process host opens. What does not begin with the secret is let go. */
export interface LineServer {
  /** The line of this number, once it is there; it delivers nothing before it is told to flow. */
  claim(number: number): Promise<Socket>
  /** Lines that have been claimed live on. */
  close(): void
}

interface LineServerOptions {
  readonly path: string
  readonly secret: Buffer
  readonly onListening: () => void
  /** It cannot be listened there. */
  readonly onFailure: () => void
}

export function listenForLines(options: LineServerOptions): LineServer {
  const { path, secret } = options
  const waiting = new Map<number, PromiseWithResolvers<Socket>>()
  const unclaimed = new Set<Socket>()
  const lineOf = (number: number): PromiseWithResolvers<Socket> => {
    const line = waiting.get(number) ?? Promise.withResolvers<Socket>()
    waiting.set(number, line)
    return line
  }

  const accept = guard('a line of a command', (socket: Socket) => {
    // A line keeps nobody waiting before a command has it. What breaks it ends it.
    socket.unref().on('error', () => undefined)
    unclaimed.add(socket)
    socket.once(
      'close',
      guard('the end of a line', () => unclaimed.delete(socket)),
    )
    const read = guard('the beginning of a line', () => {
      const header: unknown = socket.read(HEADER_BYTES)
      if (!Buffer.isBuffer(header)) return
      socket.off('readable', read)
      if (timingSafeEqual(header.subarray(0, SECRET_BYTES), secret)) {
        lineOf(header.readUInt32LE(SECRET_BYTES)).resolve(socket)
      } else socket.destroy()
    })
    socket.on('readable', read)
  })
  const server = createServer(accept)
  const failed = guard('listening for lines', () => {
    // Out of files, a line may be refused later: its command is lost, and no other.
    if (!server.listening) options.onFailure()
  })
  server.on('error', failed)
  if (Buffer.byteLength(path) > MAX_PATH)
    queueMicrotask(guard('a path too long', options.onFailure))
  else listen()

  function listen(): void {
    // What a host that was killed has left.
    rmSync(path, { force: true })
    server.listen(path, guard('listening for lines', options.onListening))
    server.unref()
  }

  return {
    async claim(number) {
      const socket = await lineOf(number).promise
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
