import { afterAll, beforeAll, expect, test } from 'vitest'
import { postCode, sendRaw, startTestHost, type TestHost } from './host.fixture.ts'

// Row 25: a matrix of 80 hostile requests, pairwise. Each request announces a body and sends none: an answer can only come
// from a host that does not wait for it.
const FACTORS = {
  token: ['good', 'none', 'wrong', 'old', 'empty', 'duplicate', 'query', 'cookie'],
  host: [
    'good',
    'evil',
    'localhost',
    'other port',
    '[::1]',
    'trailing dot',
    'missing',
    'two',
    'absolute form',
  ],
  origin: ['good', 'null', 'evil', 'other port', 'https', 'missing'],
  method: ['GET', 'POST', 'OPTIONS', 'WS', 'text/plain', 'chunked', 'pipelined', 'HTTP/1.0'],
} as const

type Case = { readonly [Factor in keyof typeof FACTORS]: (typeof FACTORS)[Factor][number] }

const NAMES = ['token', 'host', 'origin', 'method'] as const
const ALL: readonly Case[] = FACTORS.token.flatMap((token) =>
  FACTORS.host.flatMap((host) =>
    FACTORS.origin.flatMap((origin) =>
      FACTORS.method.map((method) => ({ token, host, origin, method })),
    ),
  ),
)

/** A POST is judged by its head; a wrong code in a correct POST is in the body and has its own tests. */
function isHostile(some: Case): boolean {
  if (some.host !== 'good' || some.origin !== 'good') return true
  return some.method === 'WS' ? some.token !== 'good' : some.method !== 'POST'
}

const PAIRS = new Map(
  ALL.map((some) => [
    some,
    NAMES.flatMap((a, at) => NAMES.slice(at + 1).map((b) => `${a}:${some[a]} ${b}:${some[b]}`)),
  ]),
)

function pairsOf(some: Case): readonly string[] {
  return PAIRS.get(some) ?? []
}

/** Greedy: always adds the case with the most pairs that are not covered yet. */
function pairwise(cases: readonly Case[]): readonly Case[] {
  const open = new Set(cases.flatMap(pairsOf))
  const chosen: Case[] = []
  while (open.size > 0) {
    const gain = (some: Case): number => pairsOf(some).filter((pair) => open.has(pair)).length
    const best = cases.reduce((a, b) => (gain(b) > gain(a) ? b : a))
    chosen.push(best)
    for (const pair of pairsOf(best)) open.delete(pair)
  }
  return chosen
}

let testHost: TestHost
let tokens: { good: string; old: string }

beforeAll(async () => {
  testHost = await startTestHost()
  const other = await startTestHost()
  tokens = { good: await testHost.newToken(), old: await other.newToken() }
  await other.end()
})

afterAll(() => testHost.end())

function hostLines(host: Case['host']): readonly string[] {
  const { authority, port } = testHost
  switch (host) {
    case 'good':
    case 'absolute form':
      return [`Host: ${authority}`]
    case 'evil':
      return ['Host: evil.example']
    case 'localhost':
      return [`Host: localhost:${port}`]
    case 'other port':
      return [`Host: 127.0.0.1:${port - 1}`]
    case '[::1]':
      return [`Host: [::1]:${port}`]
    case 'trailing dot':
      return [`Host: 127.0.0.1.:${port}`]
    case 'missing':
      return []
    case 'two':
      return [`Host: ${authority}`, `Host: ${authority}`]
    default:
      return host satisfies never
  }
}

function originLines(origin: Case['origin']): readonly string[] {
  switch (origin) {
    case 'good':
      return [`Origin: ${testHost.host.origin}`]
    case 'null':
      return ['Origin: null']
    case 'evil':
      return ['Origin: https://evil.example']
    case 'other port':
      return [`Origin: http://127.0.0.1:${testHost.port - 1}`]
    case 'https':
      return [`Origin: https://${testHost.authority}`]
    case 'missing':
      return []
    default:
      return origin satisfies never
  }
}

/** The subprotocols that a client offers. */
function offer(...offered: readonly string[]): string {
  return ['phoenix', ...offered.map((one) => `token.${one}`)].join(', ')
}

function ticketOf(token: Case['token']): { protocols: string; query: string; cookie: string } {
  const nothing = { protocols: offer(), query: '', cookie: '' }
  switch (token) {
    case 'good':
      return { ...nothing, protocols: offer(tokens.good) }
    case 'none':
      return nothing
    case 'wrong':
      return { ...nothing, protocols: offer('A'.repeat(43)) }
    case 'old':
      return { ...nothing, protocols: offer(tokens.old) }
    case 'empty':
      return { ...nothing, protocols: offer('') }
    case 'duplicate':
      return { ...nothing, protocols: offer(tokens.good, tokens.good) }
    case 'query':
      return { ...nothing, query: `?token=${tokens.good}` }
    case 'cookie':
      return { ...nothing, cookie: `token=${tokens.good}` }
    default:
      return token satisfies never
  }
}

function methodLines(method: Case['method'], protocols: string): readonly string[] {
  const json = ['Content-Type: application/json', 'Content-Length: 60']
  switch (method) {
    case 'WS':
      return [
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: ${protocols}`,
      ]
    case 'text/plain':
      return ['Content-Type: text/plain', 'Content-Length: 60']
    case 'chunked':
      return ['Content-Type: application/json', 'Transfer-Encoding: chunked']
    case 'GET':
    case 'OPTIONS':
    case 'pipelined':
      return []
    case 'POST':
    case 'HTTP/1.0':
      return json
    default:
      return method satisfies never
  }
}

function requestOf(some: Case): string {
  const { protocols, query, cookie } = ticketOf(some.token)
  const path = `${some.method === 'WS' ? '/socket' : '/session'}${query}`
  const target = some.host === 'absolute form' ? `${testHost.host.origin}${path}` : path
  const isGet = ['GET', 'WS', 'pipelined'].includes(some.method)
  const verb = some.method === 'OPTIONS' ? 'OPTIONS' : isGet ? 'GET' : 'POST'
  const lines = [
    `${verb} ${target} HTTP/${some.method === 'HTTP/1.0' ? '1.0' : '1.1'}`,
    ...hostLines(some.host),
    ...originLines(some.origin),
    ...(cookie === '' ? [] : [`Cookie: ${cookie}`]),
    ...methodLines(some.method, protocols),
  ]
  const hostile = `${lines.join('\r\n')}\r\n\r\n`
  return some.method === 'pipelined' ? hostile + goodExchange(testHost.newCode()) : hostile
}

function goodExchange(code: string): string {
  const body = JSON.stringify({ code })
  return [
    'POST /session HTTP/1.1',
    `Host: ${testHost.authority}`,
    `Origin: ${testHost.host.origin}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** One fault, everything else correct: in a case of many faults, one check can hide that another is missing. */
function hasOneFault(some: Case): boolean {
  const faults = [
    some.host !== 'good',
    some.origin !== 'good',
    some.token !== 'good',
    !['WS', 'POST'].includes(some.method),
  ]
  return faults.filter(Boolean).length === 1
}

const HOSTILE = ALL.filter(isHostile)
const CASES = [...pairwise(HOSTILE), ...HOSTILE.filter(hasOneFault)]

test('the matrix has at least 80 pairwise cases, and each fault alone', () => {
  expect(pairwise(HOSTILE).length).toBeGreaterThanOrEqual(80)
  expect(HOSTILE.filter(hasOneFault).length).toBeGreaterThanOrEqual(30)
})

test('every hostile request is refused before its body is read, and none gets in', async () => {
  for (const some of CASES) {
    const answer = await sendRaw(testHost.port, requestOf(some))
    const what = JSON.stringify(some)
    expect([400, 401, 403, 404, 405, 411, 415], what).toContain(answer.status)
    expect(answer.whole.match(/HTTP\/1\.1 /g), what).toHaveLength(1)
    expect(answer.body, what).toBe('')
    expect(answer.head, what).toMatch(/content-security-policy: default-src 'none'/i)
    expect(answer.head, what).not.toMatch(/access-control|set-cookie/i)
  }
  expect(testHost.connections).toEqual([])
}, 60_000)

test('the same requests without their fault are answered', async () => {
  expect((await sendRaw(testHost.port, goodExchange(testHost.newCode()))).status).toBe(200)
  const good: Case = { token: 'good', host: 'good', origin: 'good', method: 'WS' }
  const code = testHost.newCode()
  await postCode(testHost.host.origin, code)
  const answer = sendRaw(testHost.port, requestOf(good))
  await expect.poll(() => testHost.connections.length).toBe(1)
  testHost.connections[0]?.close()
  expect((await answer).status).toBe(101)
})

const SITES: readonly (readonly [string, string, string, boolean])[] = [
  ['GET', '/', 'none', true],
  ['GET', '/', 'same-origin', true],
  ['GET', '/', 'same-site', false],
  ['GET', '/', 'cross-site', false],
  ['GET', '/assets/index-1a2b.js', 'same-origin', true],
  ['GET', '/assets/index-1a2b.js', 'none', false],
  ['GET', '/assets/index-1a2b.js', 'cross-site', false],
  ['POST', '/session', 'none', false],
  ['POST', '/session', 'cross-site', false],
]

test('Sec-Fetch-Site decides, where a browser sends it', async () => {
  for (const [method, path, site, isLetIn] of SITES) {
    const lines = [`${method} ${path} HTTP/1.1`, `Host: ${testHost.authority}`, 'Connection: close']
    const own = [`Origin: ${testHost.host.origin}`, 'Content-Type: application/json']
    const all = [...lines, ...(method === 'POST' ? own : []), `Sec-Fetch-Site: ${site}`, '', '']
    const { status } = await sendRaw(testHost.port, all.join('\r\n'))
    expect(status === 200, `${method} ${path} ${site}: ${status}`).toBe(isLetIn)
  }
})

test('the server never asks for a body, and no request is smuggled', async () => {
  const head = [
    'POST /session HTTP/1.1',
    `Host: ${testHost.authority}`,
    `Origin: ${testHost.host.origin}`,
  ]
  const json = 'Content-Type: application/json'
  const expecting = [...head, json, 'Content-Length: 50', 'Expect: 100-continue', '', '']
  expect((await sendRaw(testHost.port, expecting.join('\r\n'))).status).toBe(417)
  const both = [...head, json, 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '']
  expect((await sendRaw(testHost.port, both.join('\r\n'))).status).toBe(400)
  const large = [...head, json, 'Content-Length: 2000', '', '']
  expect((await sendRaw(testHost.port, large.join('\r\n'))).status).toBe(413)
  expect((await sendRaw(testHost.port, 'nonsense\r\n\r\n')).status).toBe(400)
})
