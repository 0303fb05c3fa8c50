import type { RawData, WebSocket } from 'ws'
import type { ClientFrame, Connection, HostFrame } from '../../../shared/protocol/frames.ts'
import { guard } from '../../runtime/guard.ts'
import { type CloseReason, createTextConnection } from '../shared/text-connection.ts'

/** The close codes sent to the client (RFC 6455, 7.4.1). */
const CODES: Readonly<Record<CloseReason, number>> = { normal: 1000, malformed: 1008, broken: 1011 }
const BINARY = 1003

/** One client's connection over its socket. An invalid frame closes it; no input ever makes it throw. */
export function overSocket(socket: WebSocket): Connection<HostFrame, ClientFrame> {
  let isBinaryReceived = false
  const textConnection = createTextConnection({
    send: (text, read) => socket.send(text, guard('sending a frame', read)),
    close: (reason) => socket.close(isBinaryReceived ? BINARY : CODES[reason]),
    cut: () => socket.terminate(),
  })
  socket.on(
    'close',
    guard('a client disconnecting', () => textConnection.ended()),
  )
  // The close event that follows is enough.
  socket.on('error', () => undefined)
  const receive = guard('a frame from a client', (data: RawData, isBinary: boolean) => {
    if (!isBinary && Buffer.isBuffer(data)) return textConnection.receive(data.toString('utf8'))
    isBinaryReceived = isBinary
    textConnection.end('malformed')
  })
  socket.on('message', receive)
  return textConnection.connection
}
