import { createServer } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ok } from '../../../../shared/result.ts'
import { McpServer } from '../../../../shared/mcp-server.ts'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { openSecrets, type Secrets } from '../../secrets/secrets.ts'
import { openCallbackServer } from './callback-server.ts'
import { createMcpRig } from '../mcp-rig.fixture.ts'
import { isAllowedFor, SignIns } from './sign-in.ts'
import { SignInStore } from './sign-in-store.ts'

test('a sign-in callback without its state is ignored', async () => {
  const server = await openCallbackServer('the-state')
  const without = await fetch(`${server.redirectUrl}?code=stolen&state=other`)
  expect(without.status).toBe(404)
  const elsewhere = await fetch(new URL('/?code=x&state=the-state', server.redirectUrl))
  expect(elsewhere.status).toBe(404)
  const meant = await fetch(`${server.redirectUrl}?code=mine&state=the-state`)
  expect(await meant.text()).toContain('go back to Phoenix')
  expect((await server.answer).get('code')).toBe('mine')
  server.close()
})

test('a sign-in for which no port can be opened says so', async () => {
  const signIns = new SignIns({} as SignInStore, () => undefined)
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    queueMicrotask(() => this.emit('error', new Error('too many files are open')))
    return this
  })
  onTestFinished(() => listen.mockRestore())
  expect(await signIns.begin('https://example.com/mcp')).toEqual({
    ok: false,
    error: expect.stringContaining('no port could be opened'),
  })
})

test.each([
  ['https://example.com/mcp', 'https://login.example.org', true],
  ['https://example.com/mcp', 'http://login.example.org', false],
  ['https://example.com/mcp', 'http://127.0.0.1:80', false],
  ['https://example.com/mcp', 'https://localhost:8443', false],
  ['http://localhost:3000/mcp', 'http://127.0.0.1:9000', true],
  ['http://localhost:3000/mcp', 'https://example.com', false],
])('a sign-in to %s may lead to %s: %s', (url, origin, isAllowed) => {
  expect(isAllowedFor(url, origin)).toBe(isAllowed)
})

test('tokens of a sign-in are stored with the keys, redacted in the log, and survive a restart', () => {
  using data = temporaryFolder()
  const reported: string[] = []
  const secrets = (): Secrets =>
    openSecrets({
      folder: data.path,
      keyring: { type: 'unasked' },
      choice: () => ok({ keyRest: null }),
      now: Date.now,
    })
  const url = 'https://example.com/mcp'
  const signIn = {
    client: { client_id: 'phoenix', client_secret: 'client-secret' },
    tokens: { access_token: 'access-token', token_type: 'Bearer', refresh_token: 'refresh-token' },
  }
  new SignInStore(secrets(), (secret) => reported.push(secret)).put(url, signIn)
  expect(reported).toEqual(['access-token', 'refresh-token', 'client-secret'])
  const files = readdirSync(data.path)
  expect(files).toEqual(['mcp-sign-ins.key'])
  expect(readFileSync(join(data.path, 'mcp-sign-ins.key'), 'utf8')).toContain('access-token')
  const again = new SignInStore(secrets(), (secret) => reported.push(secret))
  expect(again.find(url)).toEqual(signIn)
  again.put(url, null)
  expect(readdirSync(data.path)).toEqual([])
})

test('a server that refuses is reported as needing a sign-in, and no browser opens by itself', async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/mcp`
  await using bench = createMcpRig({ u: McpServer.parse({ type: 'http', url }) })
  await bench.ready()
  const [view] = (await bench.control.list(bench.place)).servers
  expect(view).toMatchObject({ state: 'failed', wantsSignIn: true })
  expect(view?.problem).toMatch(/sign in/)
  expect(requests.every((each) => each === 'POST /mcp')).toBe(true)
  expect(await bench.control.signIn(bench.place, 'u')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^Signing in did not begin/),
  })
  server.closeAllConnections()
  server.close()
})

/** A server whose refresh tokens work once, as OAuth 2.1 wants: the second use of one ends the sign-in. */
async function rotatingServer(
  onRenewal: () => void = () => {},
): Promise<{ readonly origin: string; readonly renewals: string[] }> {
  const renewals: string[] = []
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true)
      return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
    if (request.url?.startsWith('/.well-known/') === true)
      return json(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const used = new URLSearchParams(body).get('refresh_token') ?? ''
      renewals.push(used)
      onRenewal()
      if (used !== `refresh-${renewals.length}`) return json(400, { error: 'invalid_grant' })
      const next = renewals.length + 1
      const tokens = { access_token: `access-${next}`, refresh_token: `refresh-${next}` }
      json(200, { ...tokens, token_type: 'Bearer' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, renewals }
}

function signedIn(access: string, refresh_token: string) {
  return {
    client: { client_id: 'phoenix' },
    tokens: { access_token: access, token_type: 'Bearer', refresh_token },
  }
}

/** The sign-ins of one server, signed in to with its first tokens. */
function signedInTo(url: string, folder: string) {
  const store = new SignInStore(
    openSecrets({
      folder,
      keyring: { type: 'unasked' },
      choice: () => ok({ keyRest: null }),
      now: Date.now,
    }),
    () => undefined,
  )
  store.put(url, signedIn('access-1', 'refresh-1'))
  let refusals = 0
  const provider = new SignIns(store, () => undefined).providerFor(url, () => (refusals += 1))
  const refused = (): Promise<void> =>
    Promise.resolve(
      provider.onUnauthorized?.({
        response: new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
        serverUrl: new URL(url),
        fetchFn: fetch,
      }),
    )
  return { store, provider, refused, refusals: () => refusals }
}

test('requests that are refused at the same time share one renewal: nobody has to sign in because of the other', async () => {
  using data = temporaryFolder()
  const { origin, renewals } = await rotatingServer()
  const { provider, refusals, refused } = signedInTo(`${origin}/mcp`, data.path)
  await Promise.allSettled([refused(), refused(), refused()])
  expect({ refusals: refusals(), renewals }).toEqual({ refusals: 0, renewals: ['refresh-1'] })
  expect(await provider.token()).toBe('access-2')
  await refused()
  expect(await provider.token()).toBe('access-3')
})

test.each([
  ['succeeds', 'refresh-1'],
  ['fails', 'refresh-0'],
])('a person who signs in during a renewal that %s stays signed in', async (_, refresh) => {
  using data = temporaryFolder()
  const { origin } = await rotatingServer(() => {
    store.put(url, signedIn('of the person', 'another'))
  })
  const url = `${origin}/mcp`
  const { provider, refusals, refused, store } = signedInTo(url, data.path)
  store.put(url, signedIn('access-1', refresh))
  await Promise.allSettled([refused()])
  expect(refusals()).toBe(0)
  expect(await provider.token()).toBe('of the person')
})
