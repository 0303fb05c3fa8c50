import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { TokenAuthenticator } from '../../adapters/tokens/tokens.ts'
import { fileFault } from '../../adapters/system/file-fault.ts'
import { guard } from '../../runtime/guard.ts'
import { LIMITS } from '../http/limits.ts'
import { checkSocket } from '../http/check-request.ts'
import { limitWaiting } from '../http/limit-waiting.ts'
import { refuseRequest, refuseUpgrade } from '../http/refuse.ts'
import { createSockets } from '../http/sockets.ts'
import { admissionOf } from '../shared/admission.ts'
import { limitedConnection } from '../shared/limited-connection.ts'
import { freeSocketPath } from './free-socket-path.ts'

const OWNER_ONLY = 0o177

export interface ApiSocket {
  readonly path: string
  /** Closes all connections within a second. */
  close(): Promise<void>
}

export interface ApiSocketOptions {
  readonly path: string
  readonly tokens: TokenAuthenticator
  /** Receives each client that has presented a token, limited to the token's scopes. */
  accept(connection: Connection<HostFrame, ClientFrame>): void
}

/**
 * Serves the user's own tools by WebSocket on a Unix socket (docs/decisions/124). No page can reach a file, so Host and
 * Origin are not checked; each connection presents a token. The error is a sentence for people.
 */
export async function openApiSocket(options: ApiSocketOptions): Promise<Result<ApiSocket, string>> {
  if (process.platform === 'win32')
    return failed('--listen needs Unix sockets, which Phoenix does not use on Windows.')
  const free = await freeSocketPath(options.path)
  if (!free.ok) return free
  const path = free.value
  const server = createServer({ ...LIMITS, requireHostHeader: false })
  const sockets = answer(server, options)
  const bound = await bind(server, path)
  if (!bound.ok) return bound
  return ok({
    path,
    close: async () => {
      server.close()
      await sockets.close()
      server.closeAllConnections()
    },
  })
}

function answer(server: Server, options: ApiSocketOptions): ReturnType<typeof createSockets> {
  const sockets = createSockets()
  const waiting = limitWaiting(server)
  const refuse = guard('a request', (_request: IncomingMessage, response: ServerResponse) =>
    refuseRequest(response, 404),
  )
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, refuse)
  const upgrade = guard('an upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on(
      'error',
      guard('a socket error', () => socket.destroy()),
    )
    const { headersDistinct: headers, httpVersion, method = '', url = '' } = request
    const verdict = checkSocket({ method, url, httpVersion, headers, isUpgrade: true })
    if (verdict.type !== 'socket')
      return refuseUpgrade(socket, verdict.type === 'refused' ? verdict.status : 400)
    const admission = admissionOf(verdict.token, socket, options.tokens)
    if (admission === null) return refuseUpgrade(socket, 401)
    if (sockets.isFull()) return refuseUpgrade(socket, 503)
    waiting.leave(socket)
    sockets.take(request, socket, head, (connection) =>
      options.accept(limitedConnection(connection, admission)),
    )
  })
  server.on('upgrade', upgrade)
  const malformed = guard('a malformed request', (_error: Error, socket: Duplex) =>
    refuseUpgrade(socket, 400),
  )
  server.on('clientError', malformed)
  return sockets
}

/** Binding follows no link and replaces no existing file. From its first moment, only this account can open the socket. */
function bind(server: Server, path: string): Promise<Result<null, string>> {
  return new Promise((resolve) => {
    const fail = guard('a socket failing to open', (error: Error) =>
      resolve(failed(`Phoenix cannot listen at ${path}: ${error.message}.`)),
    )
    server.on('error', fail)
    const open = guard('an open socket', () => {
      try {
        chmodSync(path, 0o600)
        resolve(ok(null))
      } catch (error) {
        server.close()
        resolve(failed(`Phoenix cannot protect ${path}: ${fileFault(error)}.`))
      }
    })
    const umask = process.umask(OWNER_ONLY)
    try {
      server.listen({ path }, open)
    } finally {
      process.umask(umask)
    }
  })
}
