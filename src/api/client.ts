import { connect as connectSocket } from 'node:net'
import { WebSocket } from 'ws'
import { type Client, createClient, NOT_UNDERSTOOD } from '../client/client.ts'
import { readFrame } from '../client/read-frame.ts'
import type { HostConnection, HostFrame } from '../shared/protocol/frames.ts'
import { failed, ok, type Result } from '../shared/result.ts'

/** Larger than any snapshot. */
const MAX_FRAME_BYTES = 512 * 1024 * 1024
const CONNECT_MS = 10_000

/**
 * The address of Phoenix, and a token that it issued: `socket` as after `--listen`, or `origin` as in the printed
 * address.
 */
export type Address = { readonly token: string } & (
  { readonly socket: string } | { readonly origin: string }
)

/** A connection to a running Phoenix. */
export interface PhoenixClient extends Pick<Client, 'request' | 'cancel' | 'onEvent'> {
  /** Resolves when the connection has ended, for whatever reason: it was closed, the token was revoked, or Phoenix quit. */
  readonly closed: Promise<void>
  close(): void
}

/** Connects once; call it again to reconnect. Never rejects; the error is a sentence for people. */
export async function connectToPhoenix(address: Address): Promise<Result<PhoenixClient, string>> {
  const opened = await open(address)
  if (!opened.ok) return opened
  const client = createClient(NOT_UNDERSTOOD)
  const closed = client.attach(lineOver(opened.value))
  return ok({
    request: (name, input) => client.request(name, input),
    cancel: (conversationId) => client.cancel(conversationId),
    onEvent: (listener) => client.onEvent(listener),
    closed,
    close: () => opened.value.close(),
  })
}

function open(address: Address): Promise<Result<WebSocket, string>> {
  return new Promise((resolve) => {
    let socket: WebSocket
    try {
      socket = socketTo(address)
    } catch {
      return resolve(failed('This is not an address of Phoenix.'))
    }
    socket.on('error', (error) => resolve(failed(sentenceOf(error))))
    socket.on('unexpected-response', (_request, response) => {
      resolve(failed(sentenceOfStatus(response.statusCode ?? 0)))
      socket.terminate()
    })
    socket.on('open', () => resolve(ok(socket)))
  })
}

function socketTo(address: Address): WebSocket {
  // Often read from a file, whose last line ends.
  const protocols = ['phoenix', `token.${address.token.trim()}`]
  const options = {
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_MS,
  }
  if ('socket' in address) {
    const path = address.socket
    return new WebSocket('ws://phoenix/socket', protocols, {
      ...options,
      createConnection: () => connectSocket({ path }),
    })
  }
  const { host, origin } = new URL(address.origin)
  return new WebSocket(`ws://${host}/socket`, protocols, { ...options, origin })
}

function sentenceOf(error: Error): string {
  const code = 'code' in error ? error.code : ''
  return code === 'ENOENT' || code === 'ECONNREFUSED'
    ? 'Phoenix is not running there.'
    : `Phoenix cannot be reached: ${error.message}.`
}

function sentenceOfStatus(status: number): string {
  switch (status) {
    case 401:
      return 'Phoenix does not know this token. It may have been revoked.'
    case 503:
      return 'Too many clients are connected to Phoenix.'
    default:
      return `Phoenix refused the connection (${status}).`
  }
}

function lineOver(socket: WebSocket): HostConnection {
  const listeners = new Set<(frame: HostFrame) => void>()
  socket.on('message', (data) => {
    const frame = Buffer.isBuffer(data) ? readFrame(data.toString('utf8')) : null
    if (frame !== null) for (const listener of listeners) listener(frame)
  })
  return {
    send: (_frame, json) => socket.send(json),
    onFrame: (listener) => listeners.add(listener),
    onClose: (listener) => {
      if (socket.readyState === WebSocket.CLOSED) listener()
      else socket.once('close', () => listener())
    },
    close: () => socket.close(),
  }
}
