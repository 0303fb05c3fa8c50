import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guard } from '../../../runtime/guard.ts'

const PATH = '/callback'

export interface CallbackServer {
  readonly redirectUrl: string
  /** The parameters that the user's browser brings back. Never resolves if they do not come back. */
  readonly answer: Promise<URLSearchParams>
  /** A browser that has come back shows this sentence. */
  close(outcome?: string): void
}

/** Waits on loopback for the browser to return from a sign-in. Requests without `state` are ignored. Rejects without a port. */
export async function openCallbackServer(state: string): Promise<CallbackServer> {
  // It also loads Node's fetch, which would delay the start by 20 ms.
  const { createServer } = await import('node:http')
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>()
  const { promise: over, resolve: end } = Promise.withResolvers<string>()
  const server = createServer(
    guard('a sign-in redirect', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isMeant = url.pathname === PATH && url.searchParams.get('state') === state
      const head = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
      if (!isMeant) {
        response.writeHead(404, head).end()
        return
      }
      resolve(url.searchParams)
      void over.then((outcome) => response.writeHead(200, head).end(`${outcome}\n`))
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.on('error', guard("the sign-in server's error", reject))
    server.listen(0, '127.0.0.1', guard('the sign-in server', resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    redirectUrl: `http://127.0.0.1:${port}${PATH}`,
    answer,
    close: (outcome = '') => {
      end(outcome)
      server.close()
      server.closeIdleConnections()
    },
  }
}
