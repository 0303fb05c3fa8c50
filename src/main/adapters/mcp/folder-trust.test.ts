import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { aliveWith, temporaryFolder, until } from '../processes/supervisor-fixture.ts'
import { openSecrets } from '../secrets/secrets.ts'
import { openPersonServers } from './person-servers.ts'
import { AbsentPlaces } from '../folder-files/absent-places.ts'
import { createMcpRig, unruly } from './mcp-rig.fixture.ts'

test('a folder’s server is off until a person allows it, and off again when it changes', async () => {
  await using bench = createMcpRig({})
  bench.writeFile({ u: unruly('plain', 'one') })
  await bench.ready()
  expect(bench.names()).toEqual([])
  const first = (await bench.control.list(bench.place)).servers[0]
  expect(first).toMatchObject({ name: 'u', origin: 'folder', state: 'notAllowed' })
  expect(first?.runs).toContain('plain one')
  expect(await bench.control.test(bench.place, 'u', new AbortController().signal)).toMatchObject({
    works: false,
    message: expect.stringContaining('Allow it first'),
  })
  const { hash = '' } = first ?? {}
  const approval = { name: 'u', hash, isAllowed: true }
  expect(await bench.control.allow(bench.place, { ...approval, hash: 'other' })).toMatchObject({
    ok: false,
  })
  expect(await bench.control.allow(bench.place, approval)).toMatchObject({ ok: true })
  await bench.ready()
  expect(bench.names()).toEqual(['mcp__u__echo'])
  bench.writeFile({ u: unruly('plain', 'two') })
  await bench.ready()
  expect(bench.names()).toEqual([])
  expect((await bench.control.list(bench.place)).servers[0]?.state).toBe('changed')
})

test('a person sees each value of a folder’s server that decides what runs or takes a key, but no key', async () => {
  await using bench = createMcpRig({})
  const NODE_OPTIONS = '--import ./evil.mjs'
  const env = { NODE_OPTIONS, LANG: '${GITHUB_TOKEN}', API_KEY: 'hidden', B_KEY: '${API_KEY}' }
  const headers = { 'User-Agent': '${GITHUB_TOKEN}', Authorization: 'hidden' }
  bench.writeFile({
    files: { command: 'npx', args: ['files', '--title', 'my "own" files', 'a;b', ''], env },
    web: { type: 'http', url: 'https://a.example/', headers },
  })
  const { servers } = await bench.control.list(bench.place)
  expect(servers.map(({ runs }) => runs)).toEqual([
    'NODE_OPTIONS="--import ./evil.mjs" LANG=${GITHUB_TOKEN} B_KEY=${API_KEY} npx files --title "my \\"own\\" files" "a;b" ""',
    'https://a.example/ User-Agent: ${GITHUB_TOKEN}',
  ])
  const { hash = '' } = servers[0] ?? {}
  await bench.control.allow(bench.place, { name: 'files', hash, isAllowed: true })
  const changed = { ...env, NODE_OPTIONS: '--import=./worse.mjs' }
  bench.writeFile({ files: { command: 'npx', args: ['files'], env: changed } })
  const [after] = (await bench.control.list(bench.place)).servers
  expect(after).toMatchObject({
    state: 'changed',
    difference: expect.stringContaining('+NODE_OPTIONS=--import=./worse.mjs'),
  })
})

test('an entry without its type is read by its fields, as other programs write it', async () => {
  await using bench = createMcpRig({})
  bench.writeFile({
    web: { url: 'https://a.example/' },
    local: { command: 'npx', url: 'https://a.example/' },
    neither: { type: 'stdio', url: 'https://a.example/' },
  })
  const { problem, servers } = await bench.control.list(bench.place)
  expect(servers.map(({ name, type }) => [name, type])).toEqual([
    ['web', 'http'],
    ['local', 'stdio'],
  ])
  expect(problem).toContain('"neither" cannot be used')
})

test('a file that cannot be read for a moment ends no server; one that is gone does', async () => {
  await using bench = createMcpRig({})
  bench.writeFile({ u: unruly('plain') })
  const { hash = '' } = (await bench.control.list(bench.place)).servers[0] ?? {}
  await bench.control.allow(bench.place, { name: 'u', hash, isAllowed: true })
  await bench.ready()
  const [running] = bench.servers.connectionsIn(bench.place)
  const file = join(bench.folder, '.mcp.json')
  writeFileSync(file, '{')
  await bench.ready()
  expect(running).toBeDefined()
  expect(bench.servers.connectionsIn(bench.place)).toEqual([running])
  const { problem, servers } = await bench.control.list(bench.place)
  expect(problem).toMatch(/is not valid JSON/)
  expect(servers).toMatchObject([{ name: 'u', state: 'running' }])
  rmSync(file)
  await bench.ready()
  expect(bench.servers.connectionsIn(bench.place)).toEqual([])
})

test('a conversation can disable a server that others keep', async () => {
  await using bench = createMcpRig({ u: unruly('plain') })
  await bench.ready()
  expect(bench.names()).toEqual(['mcp__u__echo'])
  bench.control.use(bench.place, 'u', false)
  expect(bench.names()).toEqual([])
  expect(bench.tools.find('mcp__u__echo', { ...bench.place, caller: 'root' })).toBeNull()
  const other = {
    ...bench.user,
    conversationId: 'another' as typeof bench.user.conversationId & string,
  }
  expect(bench.tools.specs(other)).toHaveLength(1)
  expect(bench.tools.specs({ ...bench.user, caller: 'explorer' })).toEqual([])
})

test('an unusable entry in a folder’s file affects only itself, and is reported', async () => {
  await using bench = createMcpRig({ mine: unruly('plain') })
  bench.writeFile({
    mine: unruly('plain', 'theirs'),
    good: unruly('plain'),
    nothing: {},
    old: { type: 'sse', url: 'https://example.com/sse' },
    ' ': unruly('plain'),
    needs: { command: 'x', env: { KEY: '${NO_SUCH_VARIABLE_HERE}' } },
  })
  const { problem, servers } = await bench.control.list(bench.place)
  expect(problem).toMatch(/"nothing" cannot be used.*"old" uses SSE.*" " has a name/)
  expect(servers.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
    'mine person',
    'mine folder',
    'good folder',
    'needs folder',
  ])
  const needs = servers[3]
  await bench.control.allow(bench.place, {
    name: 'needs',
    hash: needs?.hash ?? '',
    isAllowed: true,
  })
  const after = (await bench.control.list(bench.place)).servers[3]
  expect(after?.problem).toBe('It needs NO_SUCH_VARIABLE_HERE, which is not set.')
})

test.each([
  ['no JSON', (path: string) => writeFileSync(path, '{'), /is not valid JSON/],
  ['too long', (path: string) => writeFileSync(path, ' '.repeat(300_000)), /longer than 256 KB/],
  ['a folder', (path: string) => mkdirSync(path), /is a folder/],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), /named pipe/],
  ['a device', (path: string) => symlinkSync('/dev/zero', path), /is a device/],
])('a folder’s file that is %s holds nobody up', async (_what, make, says) => {
  await using bench = createMcpRig({})
  make(join(bench.folder, '.mcp.json'))
  const { problem, servers } = await bench.control.list(bench.place)
  expect(problem).toMatch(says)
  expect(servers).toEqual([])
  rmSync(join(bench.folder, '.mcp.json'), { recursive: true })
})

test('a folder’s file that an editor has begun with a byte order mark is read like any other', async () => {
  await using bench = createMcpRig({})
  const text = JSON.stringify({ mcpServers: { mine: { command: 'npx' } } })
  writeFileSync(join(bench.folder, '.mcp.json'), `\uFEFF${text}`)
  const { problem, servers } = await bench.control.list(bench.place)
  expect([problem, servers.map(({ name }) => name)]).toEqual([null, ['mine']])
})

test('twenty unused servers are neither read nor started', async () => {
  const own = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`s${n}`, unruly('plain', 'idle-20')]),
  )
  await using bench = createMcpRig(own)
  bench.tools.specs(bench.user)
  await bench.control.list(bench.place)
  expect(bench.servers.connectionsIn(bench.place)).toEqual([])
  expect(
    (await bench.control.list(bench.place)).servers.every(({ state }) => state === 'idle'),
  ).toBe(true)
})

function personServersIn(folder: string, onSecret: (secret: string) => unknown = () => undefined) {
  const secrets = openSecrets({
    folder,
    keyring: { type: 'unasked' },
    choice: () => ok({ keyRest: null }),
    now: Date.now,
  })
  return openPersonServers({
    folder,
    secrets,
    onSecret: (secret) => void onSecret(secret),
    now: Date.now,
  })
}

test('values of variables and headers are stored with the keys, and nowhere else', () => {
  using data = temporaryFolder()
  const secrets: string[] = []
  const open = () => personServersIn(data.path, (secret) => secrets.push(secret))
  const server = { ...unruly('plain'), env: { TOKEN: 'very-secret-value' } }
  expect(open().save('u', server as never)).toMatchObject({ ok: true })
  expect(readFileSync(join(data.path, 'mcp-servers.json'), 'utf8')).not.toContain(
    'very-secret-value',
  )
  const again = open().list()
  expect(again).toMatchObject([
    { name: 'u', isOn: true, server: { env: { TOKEN: 'very-secret-value' } } },
  ])
  expect(secrets).toContain('very-secret-value')
  expect(open().remove('u')).toMatchObject({ ok: true })
  expect(readdirSync(data.path).filter((name) => name.endsWith('.key'))).toEqual([])
})

test('a server with a wrong value is refused alone and told; its entry and its values stay', () => {
  using data = temporaryFolder()
  const path = join(data.path, 'mcp-servers.json')
  const open = () => personServersIn(data.path)
  const saved = (): { readonly servers: Record<string, object> } =>
    JSON.parse(readFileSync(path, 'utf8'))
  const server = { ...unruly('plain'), env: { TOKEN: 'very-secret-value' } }
  for (const name of ['first', 'second']) open().save(name, server)
  const { servers } = saved()
  const wrong = {
    first: { ...servers['first'], isOn: 'yes' },
    second: { isOn: true, server: { ...server, env: {}, ofLater: 3 }, ofLater: 1 },
  }
  writeFileSync(path, JSON.stringify({ servers: wrong, ofLater: 2 }))
  const own = open()
  expect(own.list().map(({ name }) => name)).toEqual(['second'])
  expect(own.problems()).toEqual([
    expect.stringMatching(
      /^Your server first cannot be used: isOn is missing or has a wrong value/,
    ),
  ])
  expect(own.switch('second', false)).toEqual(ok(null))
  expect(own.save('third', server as never)).toEqual(ok(null))
  expect(saved()).toMatchObject({
    ofLater: 2,
    servers: {
      first: { isOn: 'yes' },
      second: { isOn: false, server: { ofLater: 3 }, ofLater: 1 },
      third: {},
    },
  })
  writeFileSync(path, JSON.stringify({ servers: { ...wrong, first: servers['first'] } }))
  expect(open().list()[0]).toMatchObject({ server: { env: { TOKEN: 'very-secret-value' } } })
  writeFileSync(path, '{')
  expect(open().problems()).toEqual([expect.stringContaining('mcp-servers.json.corrupt-')])
})

test('an app without servers writes and reads nothing', () => {
  using data = temporaryFolder()
  const secrets = openSecrets({
    folder: data.path,
    keyring: { type: 'unasked' },
    choice: () => ok({ keyRest: null }),
    now: Date.now,
  })
  expect(
    openPersonServers({
      folder: data.path,
      secrets,
      onSecret: () => undefined,
      now: Date.now,
    }).list(),
  ).toEqual([])
  expect(readdirSync(data.path)).toEqual([])
})

test('withdrawing permission ends a server at once', async () => {
  await using bench = createMcpRig({ u: unruly('plain') })
  await bench.ready()
  const [connection] = bench.servers.connectionsIn(bench.place)
  expect(connection?.state).toBe('running')
  bench.control.switch('u', false)
  await until(() => connection?.state === 'idle')
  expect(bench.names()).toEqual([])
})

test('a server that is switched off ends also in a folder that was last looked at long ago', async () => {
  await using bench = createMcpRig({ u: unruly('plain', 'seldom-8264') })
  await bench.ready()
  expect(aliveWith('seldom-8264')).not.toEqual([])
  for (let n = 0; n < 100; n++) await bench.servers.look({ folder: join(bench.folder, String(n)) })
  expect(bench.control.switch('u', false)).toEqual(ok(null))
  await until(() => aliveWith('seldom-8264').length === 0)
})

test('a missing .mcp.json is not looked for with every request, and is noticed within a second once it exists', async () => {
  let now = 0
  await using bench = createMcpRig({}, { absent: new AbsentPlaces(() => now) })
  const listed = async (): Promise<number> => (await bench.control.list(bench.place)).servers.length
  expect(await listed()).toBe(0)
  bench.writeFile({ a: unruly('plain') })
  now = 900
  expect(await listed()).toBe(0)
  now = 1_001
  expect(await listed()).toBe(1)
})
