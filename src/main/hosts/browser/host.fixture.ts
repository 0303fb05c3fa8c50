import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { type BrowserHost, startBrowserHost } from './browser-host.ts'
import { writePage } from './page.fixture.ts'

export type ClientConnection = Connection<HostFrame, ClientFrame>

/** A host with a page of three files, and the connections that it admitted. */
export interface TestHost {
  readonly host: BrowserHost
  readonly authority: string
  readonly port: number
  readonly rendererFolder: string
  /** Every connection that was admitted, oldest first. */
  readonly connections: ClientConnection[]
  /** Advances the host's clock. */
  later(ms: number): void
  newCode(): string
  /** Gets a token as a window does. */
  newToken(): Promise<string>
  end(): Promise<void>
}

export async function startTestHost(
  accept?: (connection: ClientConnection) => void,
): Promise<TestHost> {
  const rendererFolder = mkdtempSync(join(tmpdir(), 'phoenix-page-'))
  writePage(rendererFolder, {
    'index.html': '<!doctype html><title>Phoenix</title>',
    'assets/index-1a2b.js': 'export {}',
    'assets/index-3c4d.css': 'body {}',
  })
  const connections: ClientConnection[] = []
  let skippedMs = 0
  const started = await startBrowserHost({
    port: 0,
    page: { type: 'built', folder: rendererFolder },
    accept: (connection) => {
      connections.push(connection)
      accept?.(connection)
    },
    now: () => Date.now() + skippedMs,
  })
  if (!started.ok) throw new Error(started.error)
  const host = started.value
  const newCode = (): string => new URL(host.newAddress()).hash.replace('#code=', '')
  return {
    host,
    authority: new URL(host.origin).host,
    port: Number(new URL(host.origin).port),
    rendererFolder,
    connections,
    later: (ms) => {
      skippedMs += ms
    },
    newCode,
    newToken: async () => {
      const response = await postCode(host.origin, newCode())
      return String(Object(await response.json())['token'])
    },
    end: async () => {
      await host.close()
      rmSync(rendererFolder, { recursive: true, force: true })
    },
  }
}

export function postCode(origin: string, code: string): Promise<Response> {
  const headers = { origin, 'content-type': 'application/json' }
  return fetch(`${origin}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) })
}

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
  /** All bytes that arrived, for counting answers. */
  readonly whole: string
}

/** Sends these bytes and nothing more, and returns what arrived until the other side closed the connection. */
export function sendRaw(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const whole = Buffer.concat(chunks).toString('latin1')
      const [head = '', body = ''] = whole.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body, whole })
    })
  })
}

/** Opens a window's socket; the result is open, or refused with a status. */
export function openSocket(
  testHost: TestHost,
  token: string,
): Promise<{ socket: WebSocket; status: number }> {
  const socket = new WebSocket(`ws://${testHost.authority}/socket`, ['phoenix', `token.${token}`], {
    origin: testHost.host.origin,
  })
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.once('open', () => resolve({ socket, status: 101 }))
    socket.once('unexpected-response', (_request, response) => {
      resolve({ socket, status: response.statusCode ?? 0 })
      response.destroy()
    })
  })
}

/** The code with which the host closes this socket. */
export function closeCodeOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve))
}
