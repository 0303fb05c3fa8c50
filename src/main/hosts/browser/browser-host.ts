import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { assertNever } from '../../../shared/assert-never.ts'
import { fragmentOfLink, type Link } from '../../../shared/link.ts'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { checkRequest, type RefusalStatus, type RequestHead } from '../http/check-request.ts'
import type { TokenAuthenticator } from '../../adapters/tokens/tokens.ts'
import { admissionOf } from '../shared/admission.ts'
import { limitedConnection } from '../shared/limited-connection.ts'
import { createSessionAuthenticator, type SessionAuthenticator } from './session-authenticator.ts'
import { exchangeCode } from './exchange-code.ts'
import { limitWaiting, type WaitingConnections } from '../http/limit-waiting.ts'
import { LIMITS } from '../http/limits.ts'
import { listen } from './listen.ts'
import { readPageFiles, SAFE_HEADERS } from '../shared/page-files.ts'
import { refuseRequest, refuseUpgrade } from '../http/refuse.ts'
import { createSockets, type Sockets } from '../http/sockets.ts'
import { guard } from '../../runtime/guard.ts'

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
  readonly tokens?: TokenAuthenticator
  /** ms since 1970. */
  now(): number
}

export interface BrowserHost {
  /** http://127.0.0.1:PORT */
  readonly origin: string
  /** Returns an address that admits one window, once, within 60 s, and leads it to this place. */
  newAddress(to?: Link | null): string
  /** Closes all connections within a second. */
  close(): Promise<void>
}

/** The parts of a running host that answer requests. */
interface HostParts {
  readonly authority: string
  readonly answerPage: PageAnswerer
  readonly authenticator: SessionAuthenticator
  readonly sockets: Sockets
  readonly accept: BrowserHostOptions['accept']
  readonly tokens: TokenAuthenticator | null
  readonly waiting: WaitingConnections
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
  const waiting = limitWaiting(server)
  const port = await listen(server, options.port)
  if (!port.ok) return port

  const parts: HostParts = {
    authority: `127.0.0.1:${port.value}`,
    answerPage: answerPage.value,
    authenticator: createSessionAuthenticator(() => options.now()),
    sockets: createSockets(),
    accept: (connection) => options.accept(connection),
    tokens: options.tokens ?? null,
    waiting,
    refused: new WeakSet(),
  }
  answerRequests(server, parts)
  const origin = `http://${parts.authority}`
  return ok({
    origin,
    newAddress: (to = null) => {
      const place = to === null ? '' : `&${fragmentOfLink(to).slice(1)}`
      return `${origin}/#code=${parts.authenticator.newCode()}${place}`
    },
    close: async () => {
      server.close()
      await parts.sockets.close()
      server.closeAllConnections()
    },
  })
}

function answerRequests(server: Server, parts: HostParts): void {
  const answer = guard('a request', (request: IncomingMessage, response: ServerResponse) => {
    if (!parts.refused.has(request.socket)) answerRequest(request, response, parts)
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
    if (!parts.refused.has(socket)) void answerUpgrade(request, socket, head, parts)
  })
  server.on('upgrade', upgrade)
  const refuse = guard('a malformed request', (_error: Error, socket: Duplex) =>
    refuseUpgrade(socket, 400),
  )
  server.on('clientError', refuse)
}

function answerRequest(request: IncomingMessage, response: ServerResponse, parts: HostParts): void {
  const verdict = checkRequest(headOf(request, false), parts.authority)
  const refuse = (status: RefusalStatus): void => {
    parts.refused.add(request.socket)
    refuseRequest(response, status)
  }
  switch (verdict.type) {
    case 'page':
      if (!parts.answerPage(request, response)) refuse(404)
      return
    case 'exchange':
      void answerExchange(request, response, parts.authenticator)
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
  authenticator: SessionAuthenticator,
): Promise<void> {
  const token = await exchangeCode(request, authenticator)
  if (token === null) {
    await pause(authenticator.penaltyMs())
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
  parts: HostParts,
): Promise<void> {
  const verdict = checkRequest(headOf(request, true), parts.authority)
  if (verdict.type !== 'socket') {
    return refuseUpgrade(socket, verdict.type === 'refused' ? verdict.status : 400)
  }
  const admission = admissionOf(verdict.token, socket, parts.tokens)
  if (admission === null && !parts.authenticator.admits(verdict.token)) {
    await pause(parts.authenticator.penaltyMs())
    return refuseUpgrade(socket, 401)
  }
  if (parts.sockets.isFull()) return refuseUpgrade(socket, 503)
  parts.waiting.leave(socket)
  parts.sockets.take(request, socket, head, (connection) =>
    parts.accept(admission === null ? connection : limitedConnection(connection, admission)),
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
