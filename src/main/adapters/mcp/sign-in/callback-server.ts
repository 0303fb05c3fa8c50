import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guard } from '../../../runtime/guard.ts'

const PATH = '/callback'
const DONE = 'You can close this page and go back to Phoenix.\n'

export interface CallbackServer {
  readonly redirectUrl: string
  /** The parameters that the user's browser brings back. Never resolves if they do not come back. */
  readonly answer: Promise<URLSearchParams>
  close(): void
}

/** Waits on loopback for the browser to return from a sign-in. Requests without `state` are ignored. Rejects without a port. */
export async function openCallbackServer(state: string): Promise<CallbackServer> {
  // It also loads Node's fetch, which would delay the start by 20 ms.
  const { createServer } = await import('node:http')
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer(
    guard('a sign-in redirect', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isMeant = url.pathname === PATH && url.searchParams.get('state') === state
      const head = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
      response.writeHead(isMeant ? 200 : 404, head).end(isMeant ? DONE : '')
      if (isMeant) resolve(url.searchParams)
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
    close: () => {
      server.close()
      server.closeIdleConnections()
    },
  }
}
