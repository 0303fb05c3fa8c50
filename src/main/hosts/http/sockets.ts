import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  type ClientFrame,
  type Connection,
  type HostFrame,
  MAX_FRAME_BYTES,
} from '../../../shared/protocol/frames.ts'
import { overSocket } from './socket-connection.ts'
import { guard } from '../../runtime/guard.ts'

const MOST_SOCKETS = 16

/** A client that has not answered one ping when the next is due is considered gone. */
const PING_MS = 20_000

/** How long a client has to answer our close frame before its socket is destroyed. */
const CLOSING_MS = 500

const GOING_AWAY = 1001

type Accept = (connection: Connection<HostFrame, ClientFrame>) => void

/** The clients that have been admitted. */
export interface Sockets {
  isFull(): boolean
  /** Upgrades a request whose token is valid. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer, accept: Accept): void
  /** Closes all sockets properly; takes little more than CLOSING_MS. */
  close(): Promise<void>
}

export function createSockets(): Sockets {
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // Others get a turn after each message, however many have arrived together.
    allowSynchronousEvents: false,
    closeTimeout: CLOSING_MS,
    handleProtocols: () => 'phoenix',
  }
  const server = new WebSocketServer(options)
  const clients = new Map<WebSocket, { isAnswering: boolean }>()
  const pingAll = guard('pinging clients', () => ping(clients))
  // In the next turn of the loop: if the thread was held, answers have arrived that are read only after the timers.
  const pings = setInterval(
    guard('a time to ping', () => setTimeout(pingAll)),
    PING_MS,
  )
  pings.unref()

  const welcome = (client: WebSocket, accept: Accept): void => {
    const life = { isAnswering: true }
    clients.set(client, life)
    const answered = guard('an answer from a client', () => {
      life.isAnswering = true
    })
    client.on('pong', answered)
    // Pongs are read after the messages that arrived before them.
    client.on('message', answered)
    client.on(
      'close',
      guard('a client disconnecting', () => clients.delete(client)),
    )
    try {
      accept(overSocket(client))
    } catch (error) {
      client.terminate()
      throw error
    }
  }
  return {
    isFull: () => clients.size >= MOST_SOCKETS,
    take: (request, socket, head, accept) =>
      server.handleUpgrade(
        request,
        socket,
        head,
        guard('a new client', (client: WebSocket) => welcome(client, accept)),
      ),
    close: async () => {
      clearInterval(pings)
      await Promise.all([...clients.keys()].map(goodbye))
    },
  }
}

function ping(clients: ReadonlyMap<WebSocket, { isAnswering: boolean }>): void {
  for (const [client, life] of clients) {
    if (!life.isAnswering) client.terminate()
    life.isAnswering = false
    client.ping()
  }
}

function goodbye(client: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    client.on('close', () => resolve())
    client.close(GOING_AWAY)
  })
}
