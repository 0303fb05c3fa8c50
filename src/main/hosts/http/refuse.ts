import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalStatus } from './check-request.ts'
import { SAFE_HEADERS } from '../shared/page-files.ts'
import { guard } from '../../runtime/guard.ts'

const REFUSAL_HEADERS = { ...SAFE_HEADERS, 'content-length': '0', connection: 'close' } as const

/** Answers and closes the connection: the rest of the body is never read. The status is the only reason given. */
export function refuseRequest(response: ServerResponse, status: RefusalStatus): void {
  response.writeHead(status, REFUSAL_HEADERS).end()
}

/** The same for a request to upgrade to another protocol. */
export function refuseUpgrade(socket: Duplex, status: RefusalStatus): void {
  const lines = Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.once(
    'finish',
    guard('a refused upgrade', () => socket.destroy()),
  )
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`)
}
