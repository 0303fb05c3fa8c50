import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { McpServer } from '../../../shared/mcp-server.ts'
import { aliveWith, endAllWith, uniqueSleep, until } from '../processes/supervisor-fixture.ts'
import { tookToStop } from '../processes/took.fixture.ts'
import { MAX_RESULT_BYTES } from '../tools/definition/capped.ts'
import { TURN_WAIT_MS } from './servers.ts'
import { createMcpRig, textOf, unruly } from './mcp-rig.fixture.ts'
import { TIMING, ECHO, SLACK_MS } from './unruly-servers.fixture.ts'

/** Ways to fail before there is a tool, and the text that the user sees. */
const AT_START: readonly (readonly [string, RegExp])[] = oneOfEvery(3, [
  ['hang-at-start', /did not start: .*timed? ?out/i],
  ['die-at-start', /ended by itself \(exit 3\).*no licence was found/],
  ['refuse-start', /did not start: .*Not you/],
  ['odd-start', /did not start: /],
  ['wrong-version', /did not start: .*1999-01-01/],
  ['die-in-list', /ended by itself \(exit 4\)/],
  ['hang-in-list', /list of tools could not be read: .*timed? ?out/i],
  ['list-no-array', /list of tools could not be read/],
  ['endless-line', /longer than 8 MB/],
  ['close-stdout', /ended by itself|timed? ?out/i],
])

test('servers that fail at their start cost no turn, and each gives its reason', async () => {
  const own = Object.fromEntries(AT_START.map(([mode]) => [mode, unruly(mode)]))
  await using bench = createMcpRig(own, { timing: { ...TIMING, startMs: 5_000 } })
  const startedAt = performance.now()
  await bench.ready()
  expect(performance.now() - startedAt).toBeLessThan(TURN_WAIT_MS + SLACK_MS)
  expect(bench.names()).toEqual([])
  await until(() =>
    bench.servers.connectionsIn(bench.place).every(({ state }) => state === 'failed'),
  )
  const { servers } = await bench.control.list(bench.place)
  for (const [mode, expected] of AT_START) {
    expect(servers.find(({ name }) => name === mode)?.problem, mode).toMatch(expected)
  }
}, 60_000)

test('a missing program is reported as missing', async () => {
  const server = McpServer.parse({ command: 'no-such-program-here', args: [] })
  await using bench = createMcpRig({ u: server }, { timing: TIMING })
  await bench.ready()
  const { servers } = await bench.control.list(bench.place)
  expect(servers[0]?.problem).toMatch(/exit 127.*no-such-program-here/)
})

/** Ways that leave the tool usable, and the text of its result. */
const IN_A_CALL: readonly (readonly [string, 'ok' | 'failed', RegExp])[] = [
  ['plain', 'ok', /^echo \{"text":"hi"\}$/],
  ['log-on-stdout', 'ok', /^echo/],
  ['complain-forever', 'ok', /^echo/],
  ['junk-forever', 'ok', /^echo/],
  ['answer-twice', 'ok', /^echo/],
  ['duplicate-names', 'ok', /^echo/],
  ['circular-pages', 'ok', /^echo/],
  ['endless-pages', 'ok', /^echo/],
  ['lies-about-schema', 'ok', /^echo/],
  ['notify-flood', 'ok', /^echo/],
  ['stops-reading', 'ok', /^echo/],
  ['progress', 'ok', /^echo/],
  ['die-in-call', 'failed', /ended during the call\. It ended by itself \(exit 9\)/],
  ['killed-in-call', 'failed', /ended during the call\. It ended by itself \(SIGKILL\)/],
  ['no-content', 'ok', /^\(no output\)$/],
  ['odd-content', 'failed', /answered wrongly/],
  ['result-and-error', 'failed', /answered with an error: .*It went wrong\. Badly\./],
  ['oversize', 'failed', /ended during the call\. It sent a message longer than 8 MB/],
  ['long-text', 'ok', /only the beginning of 1\.9 MB is here/],
  ['deep-structure', 'ok', /nested too deep|answered wrongly/],
  ['bad-image', 'ok', /An image cannot be shown: It is no image\.\]\necho/],
  ['escapes', 'ok', /^clean$/],
  ['is-error', 'failed', /^There is no such harbour\.$/],
  ['structured', 'ok', /"metres": 3/],
  ['asks-for-sampling', 'ok', /does not offer sampling|not found/i],
  ['asks-a-person', 'ok', /"action":"cancel"/],
  ['asks-by-link', 'ok', /"action":"cancel"/],
  ['needs-a-page-forever', 'failed', /answered with an error: .*First sign in/],
  ['asks-oddly', 'ok', /"action":"cancel"|"error":/],
]

const TRIED = oneOfEvery(4, IN_A_CALL)

describe('a call always ends, whatever its server does', () => {
  const own = Object.fromEntries(TRIED.map(([mode]) => [mode, unruly(mode)]))
  const bench = createMcpRig(own, { timing: { ...TIMING, startMs: 20_000 } })
  beforeAll(async () => {
    await bench.ready()
    await until(() => bench.servers.toolsIn(bench.place).length === TRIED.length)
  })
  afterAll(() => bench[Symbol.asyncDispose]())

  test.each(TRIED)('%s', async (mode, outcome, expected) => {
    const startedAt = performance.now()
    const result = await bench.call(`mcp__${mode}__echo`, { text: 'hi' })
    expect(performance.now() - startedAt).toBeLessThan(SLACK_MS)
    expect({ outcome: result.outcome, text: textOf(result) }).toEqual({
      outcome,
      text: expect.stringMatching(expected),
    })
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(MAX_RESULT_BYTES)
  })
})

test('Stop ends a call at once, notifies the server, and an unresponsive server is ended', async () => {
  await using bench = createMcpRig({ u: unruly('hang-in-call'), v: unruly('block-in-call') })
  await bench.ready()
  for (const name of [ECHO, 'mcp__v__echo']) {
    const stop = new AbortController()
    const called = bench.call(name, {}, { signal: stop.signal })
    await until(() => bench.control.log(bench.place, name.slice(5, 6)).includes('called'))
    expect((await tookToStop(stop, called)).own).toBeLessThan(5 * 100)
    expect((await called).outcome).toBe('aborted')
  }
  await until(() => bench.control.log(bench.place, 'u').includes('cancelled'))
  await until(() => aliveWith('block-in-call').length === 0)
  expect(aliveWith('hang-in-call')).not.toEqual([])
}, 20_000)

test('an answer arrives although its server has ended while what it said before was still being read', async () => {
  await using bench = createMcpRig({ u: unruly('answer-and-die') }, { timing: TIMING })
  await bench.ready()
  const { outcome, ...result } = await bench.call(ECHO)
  expect([outcome, textOf(result)]).toEqual(['ok', 'echo {}'])
  const [connection] = bench.servers.connectionsIn(bench.place)
  await until(() => connection?.state === 'failed')
  expect(connection?.problem).toBe('It ended by itself (exit 0).')
})

test("a server's violation of the protocol is reported, and affects only that server", async () => {
  await using bench = createMcpRig(
    {
      dup: unruly('duplicate-names'),
      huge: unruly('huge-list'),
      lies: unruly('lies-about-schema'),
      odd: unruly('odd-names'),
      pages: unruly('circular-pages'),
      words: unruly('hidden-words'),
    },
    { timing: { ...TIMING, startMs: 10_000 } },
  )
  await bench.ready()
  const { servers } = await bench.control.list(bench.place)
  const of = (name: string): (typeof servers)[number] | undefined =>
    servers.find((each) => each.name === name)
  expect(of('dup')).toMatchObject({ tools: 1, leftOut: [expect.stringMatching(/listed twice/)] })
  expect(of('huge')).toMatchObject({ tools: 2_000, leftOut: [expect.stringMatching(/more than/)] })
  expect(of('lies')?.tools).toBe(1)
  expect(of('lies')?.leftOut).toHaveLength(10)
  expect(of('pages')?.leftOut.join(' ')).toMatch(/goes in circles/)
  const odd = bench.servers
    .toolsIn(bench.place)
    .filter((each) => each.connection.place.name === 'odd')
  const names = odd.map(({ tool }) => tool.spec.name)
  expect(new Set(names).size).toBe(5)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  const shown = bench.servers
    .toolsIn(bench.place)
    .find((each) => each.connection.place.name === 'words')
  expect(shown?.tool.spec.description).not.toMatch(/\p{Cf}/u)
}, 30_000)

test('a tool that changed after approval does not run, and has another subject for rules', async () => {
  await using bench = createMcpRig({ u: unruly('changed-tool') }, { timing: TIMING })
  await bench.ready()
  const at = { ...bench.place, caller: 'root' } as const
  const subjects = async (): Promise<unknown> => {
    const found = await bench.tools.find(ECHO, at)?.inspect({ type: 'object', value: {} }, '/')
    return found?.check.type === 'runnable' ? found.check.subject : null
  }
  const before = await subjects()
  expect((await bench.call(ECHO)).outcome).toBe('ok')
  await until(() => bench.tools.specs(bench.user)[0]?.description.includes('Sends all') === true)
  const after = await subjects()
  expect(after).not.toBe(before)
  const tool = bench.tools.find(ECHO, at)
  const call = { name: ECHO, input: { type: 'object', value: {} }, subject: before }
  const result = await tool?.run({ call, signal: new AbortController().signal } as never)
  expect(result?.outcome).toBe('failed')
  expect(textOf(result ?? { content: [] })).toMatch(/has changed since this call was checked/)
})

test('prompts are listed again at once when their server says that they have changed', async () => {
  await using bench = createMcpRig({ u: unruly('changed-tool') }, { timing: TIMING })
  await bench.ready()
  const names = async (): Promise<string> =>
    (await bench.control.prompts(bench.place)).map(({ name }) => name).join()
  expect(await names()).toBe('prompt1')
  expect((await bench.call(ECHO)).outcome).toBe('ok')
  await expect.poll(names).toBe('prompt2')
})

test('a server that died is restarted by the next call, after a while', async () => {
  await using bench = createMcpRig(
    { u: unruly('die-in-call') },
    { timing: { ...TIMING, backoffMs: 300 } },
  )
  await bench.ready()
  expect((await bench.call(ECHO)).outcome).toBe('failed')
  expect(bench.names()).toEqual([ECHO])
  expect(textOf(await bench.call(ECHO))).toMatch(/is not running\. It ended by itself \(exit 9\)/)
  let received = ''
  while (!received.includes('ended during the call')) received = textOf(await bench.call(ECHO))
}, 20_000)

const RELUCTANT = ['ignore-end', 'ignore-sigterm', 'child-survives', 'child-escapes']

test.each(oneOfEvery(2, RELUCTANT))(
  'no process of a server is left when Phoenix ends: %s',
  async (mode) => {
    const seconds = uniqueSleep()
    const bench = createMcpRig({ u: unruly(mode, seconds) }, { timing: TIMING })
    await bench.ready()
    expect(aliveWith(seconds).length).toBeGreaterThan(0)
    await bench[Symbol.asyncDispose]()
    try {
      await until(() => aliveWith(seconds).length === 0)
    } finally {
      endAllWith(seconds)
    }
  },
  20_000,
)

test('an unused server ends, and starts again when needed', async () => {
  await using bench = createMcpRig(
    { u: unruly('plain', 'idle-9471') },
    { timing: { ...TIMING, idleMs: 200 } },
  )
  await bench.ready()
  expect(aliveWith('idle-9471')).not.toEqual([])
  await until(() => aliveWith('idle-9471').length === 0)
  expect(bench.names()).toEqual([ECHO])
  expect((await bench.call(ECHO)).outcome).toBe('ok')
})

test('a server receives the folder as its root, and gets none of our keys', async () => {
  const environment = { ...process.env, MY_SECRET_VALUE: 'from-the-person' }
  await using bench = createMcpRig(
    {
      roots: unruly('asks-for-roots'),
      env: McpServer.parse({
        ...unruly('environment'),
        env: { GIVEN_TOKEN: '${MY_SECRET_VALUE}' },
      }),
    },
    { timing: TIMING, environment },
  )
  await bench.ready()
  expect(textOf(await bench.call('mcp__roots__echo'))).toContain(`file://${bench.folder}`)
  const env = textOf(await bench.call('mcp__env__echo'))
  expect(env).toContain('"GIVEN_TOKEN":"from-the-person"')
  expect(env).not.toMatch(/MY_SECRET_VALUE|ANTHROPIC|NODE_OPTIONS/)
})

test('more tools than fit into a request are found by search, and called by name', async () => {
  await using bench = createMcpRig({ u: unruly('many-tools') }, { timing: TIMING })
  await bench.ready()
  expect(bench.names()).toEqual(['mcp_search_tools', 'mcp_call_tool'])
  const found = textOf(await bench.call('mcp_search_tools', { query: 'tide harbour' }))
  expect(found).toContain('mcp__u__tool_37')
  expect(found).not.toContain('tool_38')
  const called = await bench.call('mcp_call_tool', {
    tool: 'mcp__u__tool_37',
    arguments: { text: 'x' },
  })
  expect(textOf(called)).toBe('echo {"text":"x"}')
})
