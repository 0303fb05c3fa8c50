import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

/** An MCP server that wants people to sign in, and where they would; nobody ever finishes. */
export async function startSigningInServer(): Promise<{
  readonly origin: string
  close(): Promise<void>
}> {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const path = request.url ?? ''
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (path === '/mcp') return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    if (path.startsWith('/.well-known/oauth-protected-resource'))
      return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
    if (path.startsWith('/.well-known/oauth-authorization-server'))
      return json(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
    if (path === '/register')
      return json(201, { client_id: 'c', redirect_uris: ['http://127.0.0.1/callback'] })
    json(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await promisify(server.close.bind(server))()
    },
  }
}
