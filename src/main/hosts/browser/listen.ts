import type { Server } from 'node:http'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'

/** Binds only to this machine and resolves with the port. The error is a sentence for people. */
export function listen(server: Server, port: number): Promise<Result<number, string>> {
  return new Promise((resolve) => {
    const fail = guard('a failed port', (error: Error) => resolve(failed(whyNot(port, error))))
    server.on('error', fail)
    const listening = guard('an open port', () => {
      const address = server.address()
      resolve(
        typeof address === 'object' && address !== null
          ? ok(address.port)
          : failed('Phoenix has no port.'),
      )
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, listening)
  })
}

function whyNot(port: number, error: Error): string {
  switch ('code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Choose another with --port, or omit it.`
    case 'EACCES':
      return `Port ${port} is not allowed for this account. Choose one above 1023 with --port, or omit it.`
    default:
      return `Phoenix cannot listen on port ${port} of 127.0.0.1. Choose another with --port.`
  }
}
