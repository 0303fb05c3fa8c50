import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { checkRequest, type RefusalStatus, type RequestHead } from './check-request.ts'
import type { TokenDoor } from '../../adapters/tokens/tokens.ts'
import { admissionOf } from '../shared/admission.ts'
import { limitedLine } from '../shared/limited-line.ts'
import { createDoor, type Door } from './door.ts'
import { exchangeCode } from './exchange-code.ts'
import { limitWaiting, type WaitingConnections } from './limit-waiting.ts'
import { listen } from './listen.ts'
import { readPageFiles, SAFE_HEADERS } from './page-files.ts'
import { refuseRequest, refuseUpgrade } from './refuse.ts'
import { createSockets, type Sockets } from './sockets.ts'
import { guard } from '../../runtime/guard.ts'

/** Node closes a connection that exceeds one of these. */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  // Node checks for slow connections every 30 s by default, which would extend each limit above to 30 s.
  connectionsCheckingInterval: 1_000,
} as const

export type Page =
  | { readonly type: 'built'; readonly folder: string }
  /** From `npm run dev`: receives the requests whose head has passed every check. */
  | { readonly type: 'developed'; readonly answer: PageAnswerer }

/** Returns false, without answering, if nothing is at that address. */
type PageAnswerer = (request: IncomingMessage, response: ServerResponse) => boolean

export interface BrowserHostOptions {
  /** 0: any free port. */
  readonly port: number
  readonly page: Page
  /** Receives each client that has presented its token, in the tick of its arrival. */
  accept(connection: Connection<HostFrame, ClientFrame>): void
  /** The tokens of the user's own tools. Default: there are none. */
  readonly tokens?: TokenDoor
  /** ms since 1970. */
  now(): number
}

export interface BrowserHost {
  /** http://127.0.0.1:PORT */
  readonly origin: string
  /** Returns an address that admits one window, once, within 60 s. */
  newAddress(): string
  /** Closes all connections within a second. */
  close(): Promise<void>
}

/** The parts of a running host that answer requests. */
interface House {
  readonly authority: string
  readonly answerPage: PageAnswerer
  readonly door: Door
  readonly sockets: Sockets
  readonly accept: BrowserHostOptions['accept']
  readonly tokens: TokenDoor | null
  readonly room: WaitingConnections
  /** Connections on which a request was refused; later requests on them are ignored (pipelining). */
  readonly refused: WeakSet<Duplex>
}

/** Serves the interface only on this machine (row 25). The error is a sentence for people. */
export async function startBrowserHost(
  options: BrowserHostOptions,
): Promise<Result<BrowserHost, string>> {
  const answerPage = answererOf(options.page)
  if (!answerPage.ok) return answerPage
  // Node answers a missing Host with 400; we answer every wrong one with the same 403.
  const server = createServer({ ...LIMITS, requireHostHeader: false })
  const room = limitWaiting(server)
  const port = await listen(server, options.port)
  if (!port.ok) return port

  const house: House = {
    authority: `127.0.0.1:${port.value}`,
    answerPage: answerPage.value,
    door: createDoor(() => options.now()),
    sockets: createSockets(),
    accept: (connection) => options.accept(connection),
    tokens: options.tokens ?? null,
    room,
    refused: new WeakSet(),
  }
  answerRequests(server, house)
  const origin = `http://${house.authority}`
  return ok({
    origin,
    newAddress: () => `${origin}/#code=${house.door.newCode()}`,
    close: async () => {
      server.close()
      await house.sockets.close()
      server.closeAllConnections()
    },
  })
}

function answerRequests(server: Server, house: House): void {
  const answer = guard('a request', (request: IncomingMessage, response: ServerResponse) => {
    if (!house.refused.has(request.socket)) answerRequest(request, response, house)
  })
  server.on('request', answer)
  // Without these handlers, Node would ask for the body before the head is checked.
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  const upgrade = guard('an upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on(
      'error',
      guard('a socket error', () => socket.destroy()),
    )
    if (!house.refused.has(socket)) void answerUpgrade(request, socket, head, house)
  })
  server.on('upgrade', upgrade)
  const refuse = guard('a malformed request', (_error: Error, socket: Duplex) =>
    refuseUpgrade(socket, 400),
  )
  server.on('clientError', refuse)
}

function answerRequest(request: IncomingMessage, response: ServerResponse, house: House): void {
  const verdict = checkRequest(headOf(request, false), house.authority)
  const refuse = (status: RefusalStatus): void => {
    house.refused.add(request.socket)
    refuseRequest(response, status)
  }
  switch (verdict.type) {
    case 'page':
      if (!house.answerPage(request, response)) refuse(404)
      return
    case 'exchange':
      void answerExchange(request, response, house.door)
      return
    case 'socket':
      return refuse(400)
    case 'refused':
      return refuse(verdict.status)
    default:
      return assertNever(verdict)
  }
}

function answererOf(page: Page): Result<PageAnswerer, string> {
  if (page.type === 'developed') return ok(page.answer)
  const files = readPageFiles(page.folder)
  if (!files.ok) return files
  return ok((request, response) => {
    const file = files.value.get(request.url ?? '')
    if (file === undefined) return false
    response.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body)
    return true
  })
}

async function answerExchange(
  request: IncomingMessage,
  response: ServerResponse,
  door: Door,
): Promise<void> {
  const token = await exchangeCode(request, door)
  if (token === null) {
    await pause(door.penaltyMs())
    return refuseRequest(response, 403)
  }
  const headers = {
    ...SAFE_HEADERS,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  }
  response.writeHead(200, headers).end(JSON.stringify({ token }))
}

async function answerUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  house: House,
): Promise<void> {
  const verdict = checkRequest(headOf(request, true), house.authority)
  if (verdict.type !== 'socket') {
    return refuseUpgrade(socket, verdict.type === 'refused' ? verdict.status : 400)
  }
  const admission = admissionOf(verdict.token, socket, house.tokens)
  if (admission === null && !house.door.admits(verdict.token)) {
    await pause(house.door.penaltyMs())
    return refuseUpgrade(socket, 401)
  }
  if (house.sockets.isFull()) return refuseUpgrade(socket, 503)
  house.room.leave(socket)
  house.sockets.take(request, socket, head, (line) =>
    house.accept(admission === null ? line : limitedLine(line, admission)),
  )
}

function headOf(request: IncomingMessage, isUpgrade: boolean): RequestHead {
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    httpVersion: request.httpVersion,
    headers: request.headersDistinct,
    isUpgrade,
  }
}
