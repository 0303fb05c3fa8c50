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
  const meant = fetch(`${server.redirectUrl}?code=mine&state=the-state`)
  expect((await server.answer).get('code')).toBe('mine')
  server.close('You can go back to Phoenix.')
  expect(await (await meant).text()).toBe('You can go back to Phoenix.\n')
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

/**
 * A server whose refresh tokens work once, as OAuth 2.1 wants: the second use of one ends the sign-in. `metadata`: where it
 * tells who signs people in.
 */
async function rotatingServer(
  onRenewal: () => void = () => {},
  metadata = '/.well-known/oauth-protected-resource',
): Promise<{
  readonly origin: string
  readonly renewals: string[]
  /** The tokens that came with requests to the server itself, which refuses all of them. */
  readonly tokens: (string | undefined)[]
  readonly moveTo: (path: string) => void
}> {
  const renewals: string[] = []
  const tokens: (string | undefined)[] = []
  let place = 'login'
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const login = `${origin}/${place}`
    if (request.url === '/mcp') {
      tokens.push(request.headers.authorization)
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    }
    if (request.url?.startsWith(metadata) === true)
      return json(200, { resource: `${origin}/mcp`, authorization_servers: [login] })
    if (request.url === `/.well-known/oauth-authorization-server/${place}`)
      return json(200, {
        issuer: login,
        authorization_endpoint: `${login}/authorize`,
        token_endpoint: `${login}/token`,
        registration_endpoint: `${login}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
    if (request.url === '/login/register')
      return json(201, { client_id: 'c', redirect_uris: ['http://127.0.0.1/callback'] })
    if (request.url !== '/login/token') return json(404, {})
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const sent = new URLSearchParams(body)
      const used = sent.get('refresh_token') ?? sent.get('code') ?? ''
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
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, renewals, tokens, moveTo: (path) => (place = path) }
}

function signedIn(access: string, refresh_token: string) {
  return {
    client: { client_id: 'phoenix' },
    tokens: { access_token: access, token_type: 'Bearer', refresh_token },
  }
}

/** The sign-ins of one server, signed in to with its first tokens. */
function signedInTo(url: string, folder: string, challenge = 'Bearer') {
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
  const signIns = new SignIns(store, () => undefined)
  const provider = signIns.providerFor(url, () => (refusals += 1))
  const refused = (): Promise<void> =>
    Promise.resolve(
      provider.onUnauthorized?.({
        response: new Response(null, { status: 401, headers: { 'www-authenticate': challenge } }),
        serverUrl: new URL(url),
        fetchFn: fetch,
      }),
    )
  return { store, signIns, provider, refused, refusals: () => refusals }
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

test('tokens are renewed where the refusal says who signs people in, also when that is not the usual place', async () => {
  using data = temporaryFolder()
  const { origin, renewals } = await rotatingServer(undefined, '/elsewhere')
  const challenge = `Bearer resource_metadata="${origin}/elsewhere"`
  const { provider, refusals, refused } = signedInTo(`${origin}/mcp`, data.path, challenge)
  await Promise.allSettled([refused()])
  expect({ refusals: refusals(), renewals }).toEqual({ refusals: 0, renewals: ['refresh-1'] })
  expect(await provider.token()).toBe('access-2')
})

/** What the person's browser shows after they return from a sign-in with these parameters. */
async function shownAfter(
  answer: Readonly<Record<string, string>>,
  movesTo = 'login',
): Promise<{ readonly page: string; readonly token: string | undefined }> {
  using data = temporaryFolder()
  const { moveTo, origin } = await rotatingServer()
  const { provider, signIns, store } = signedInTo(`${origin}/mcp`, data.path)
  store.put(`${origin}/mcp`, null)
  const begun = await signIns.begin(`${origin}/mcp`)
  if (!begun.ok || begun.value === null) throw new Error('it did not begin')
  moveTo(movesTo)
  return { page: await comeBack(begun.value, answer), token: await provider.token() }
}

/** Returns from the sign-in at this address, and what the browser shows then. */
async function comeBack(address: string, answer: Readonly<Record<string, string>>) {
  const asked = new URL(address).searchParams
  const back = new URL(asked.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries({ state: asked.get('state') ?? '', ...answer }))
    back.searchParams.set(name, value)
  return (await fetch(back)).text()
}

test.each([
  ['refused by the person', { error: 'access_denied' }, 'It was refused (access_denied)'],
  ['whose code the server takes back', { code: 'used' }, 'failed'],
])('a sign-in %s says so on the page that the browser returns to', async (_, answer, why) => {
  const { page, token } = await shownAfter(answer)
  expect(page).toContain(why)
  expect(page).toContain('sign in again')
  expect(token).toBeUndefined()
})

test('a sign-in that worked says so on the page that the browser returns to', async () => {
  const { page, token } = await shownAfter({ code: 'refresh-1' })
  expect(page).toContain('You are signed in')
  expect(token).toBe('access-2')
})

test('a code goes only to where the person was sent, whatever the server names meanwhile', async () => {
  const { token } = await shownAfter({ code: 'refresh-1' }, 'stranger')
  expect(token).toBe('access-2')
})

test('a removed server is signed out: the same one added again is not signed in', async () => {
  const { origin, tokens } = await rotatingServer()
  const server = McpServer.parse({ type: 'http', url: `${origin}/mcp` })
  await using bench = createMcpRig({ u: server })
  await bench.ready()
  const begun = await bench.control.signIn(bench.place, 'u')
  if (!begun.ok || begun.value === null) throw new Error('it did not begin')
  expect(await comeBack(begun.value, { code: 'refresh-1' })).toContain('You are signed in')
  await bench.ready()
  expect(tokens).toContain('Bearer access-2')
  bench.control.remove('u')
  bench.control.save('u', server)
  tokens.length = 0
  await bench.ready()
  expect(tokens).toEqual([undefined])
})
