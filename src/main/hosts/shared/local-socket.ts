import { chmodSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import {
  type ClientFrame,
  type Connection,
  type HostFrame,
  MAX_FRAME_BYTES,
} from '../../../shared/protocol/frames.ts'
import { removeQuietly } from '../../adapters/data-folder/atomic-file.ts'
import { localSocketPath } from '../../adapters/data-folder/local-socket-path.ts'
import { systemTimers } from '../../adapters/system/system-clock.ts'
import { guard } from '../../runtime/guard.ts'
import { createLineReader } from './line-reader.ts'
import { createTextConnection } from './text-connection.ts'

const MOST_CLIENTS = 16
/** How long a client has to read the last output before it is disconnected. */
const CLOSING_MS = 300

/**
 * The local socket through which commands of this account reach the host that owns the data folder
 * (docs/decisions/095).
 */
export interface LocalSocket {
  /** How many clients are connected. */
  clients(): number
  /** Stops accepting clients; resolves when all have left by themselves. */
  lock(): Promise<void>
  /** Closes all connections. */
  close(): Promise<void>
}

/**
 * Opens the socket of a data folder. The caller holds the folder's lock, so an existing socket is left over from a dead
 * host. Null: a socket is not possible here, and commands can detect the host only by its lock.
 */
export function openLocalSocket(
  dataFolder: string,
  accept: (connection: Connection<HostFrame, ClientFrame>) => void,
): Promise<LocalSocket | null> {
  const path = localSocketPath(dataFolder)
  if (path === null) return Promise.resolve(null)
  const clients = new Set<Socket>()
  const server = createServer()
  const connected = guard('a command line connecting', (socket: Socket) => {
    socket.on('error', () => undefined)
    if (clients.size >= MOST_CLIENTS) {
      socket.destroy()
      return
    }
    clients.add(socket)
    const left = guard('a command line disconnecting', () => clients.delete(socket))
    socket.on('close', left)
    accept(overStream(socket))
  })
  server.on('connection', connected)
  return new Promise((resolve) => {
    const failed = guard('the local socket failing to open', () => resolve(null))
    server.on('error', failed)
    const opened = guard('the local socket opening', () => {
      if (!isForOwnerOnly(path)) {
        server.close()
        return resolve(null)
      }
      resolve({
        clients: () => clients.size,
        lock: () => ended(server),
        close: async () => {
          const end = ended(server)
          for (const socket of clients) leave(socket)
          await end
        },
      })
    })
    if (process.platform !== 'win32') removeQuietly(path)
    server.listen({ path }, opened)
  })
}

/** False if the socket cannot be protected, for example because it is gone. */
function isForOwnerOnly(path: string): boolean {
  try {
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    return true
  } catch {
    return false
  }
}

/** Also removes the socket. A server that is already closed has ended, or soon will. */
function ended(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

function leave(socket: Socket): void {
  socket.end()
  const cut = guard('a command line that stays connected', () => socket.destroy())
  socket.once('close', systemTimers.start(CLOSING_MS, cut))
}

/** One frame per line, as JSON. */
function overStream(socket: Socket): Connection<HostFrame, ClientFrame> {
  const textConnection = createTextConnection({
    send: (text, read) => void socket.write(`${text}\n`, guard('sending a frame', read)),
    close: () => leave(socket),
    cut: () => socket.destroy(),
  })
  const read = createLineReader(MAX_FRAME_BYTES, (text) => {
    if (text === null) textConnection.end('malformed')
    else textConnection.receive(text)
  })
  const onData = guard('a frame from a command line', read)
  socket.on('data', onData)
  const left = guard('a command line disconnecting', () => textConnection.ended())
  socket.on('close', left)
  return textConnection.connection
}
