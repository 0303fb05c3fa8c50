import { expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { until } from '../processes/supervisor-fixture.ts'
import { createMcpRig, textOf, unruly } from './mcp-rig.fixture.ts'

const OTHER = ConversationId.parse('another')

test('a server that a client brings serves only its conversation, asks like any other and ends when the client leaves', async () => {
  await using bench = createMcpRig({})
  const client = {}
  const server = unruly('plain')
  const { conversationId } = bench.place
  expect(bench.control.bring(client, conversationId, [{ name: 'b', server }])).toEqual([])
  await bench.ready()
  expect(bench.names()).toEqual(['mcp__b__echo'])
  expect(textOf(await bench.call('mcp__b__echo', { text: 'hi' }))).toContain('hi')
  const tool = bench.tools.find('mcp__b__echo', { ...bench.place, caller: 'root' })
  const { check } = (await tool?.inspect({ type: 'object', value: {} }, bench.folder)) ?? {}
  expect(check).toMatchObject({ type: 'runnable', action: 'server' })

  const other = { ...bench.user, conversationId: OTHER }
  await bench.tools.ready(other, new AbortController().signal)
  expect(bench.tools.specs(other)).toEqual([])
  const otherPlace = { ...bench.place, conversationId: OTHER }
  expect((await bench.control.list(otherPlace)).servers).toEqual([])
  expect((await bench.control.list(bench.place)).servers).toMatchObject([
    { name: 'b', origin: 'client', state: 'running' },
  ])

  const [connection] = bench.servers.connectionsIn(bench.place)
  bench.control.leave(client)
  expect(bench.names()).toEqual([])
  await until(() => connection?.state === 'idle')
})

test('two conversations that are given the same server have a process each, two clients of one share it', async () => {
  await using bench = createMcpRig({})
  const [one, two] = [{}, {}]
  const brought = [{ name: 'b', server: unruly('plain') }]
  const other = { ...bench.user, conversationId: OTHER }
  bench.control.bring(one, bench.place.conversationId, brought)
  bench.control.bring(two, bench.place.conversationId, brought)
  bench.control.bring(one, OTHER, brought)
  await bench.ready()
  await bench.tools.ready(other, new AbortController().signal)
  const [here] = bench.servers.connectionsIn(bench.place)
  const [otherPlace] = bench.servers.connectionsIn({ ...bench.place, conversationId: OTHER })
  expect(here).not.toBe(otherPlace)
  bench.control.leave(one)
  await until(() => otherPlace?.state === 'idle')
  expect(here?.state).toBe('running')
  bench.control.bring(two, bench.place.conversationId, [])
  await until(() => here?.state === 'idle')
})

test('a person’s own server of the same name is used instead, with a notice; a folder’s is not', async () => {
  await using bench = createMcpRig({ mine: unruly('plain') })
  bench.writeFile({ b: unruly('plain', 'folder') })
  const brought = ['mine', 'b'].map((name) => ({ name, server: unruly('plain', 'brought') }))
  const problems = bench.control.bring({}, bench.place.conversationId, brought)
  expect(problems).toEqual([expect.stringContaining('mine')])
  await bench.ready()
  expect(bench.names()).toEqual(['mcp__b__echo', 'mcp__mine__echo'])
  const { servers } = await bench.control.list(bench.place)
  expect(servers.map(({ name, origin, state }) => [name, origin, state])).toEqual([
    ['mine', 'person', 'running'],
    ['mine', 'client', 'off'],
    ['b', 'client', 'running'],
    ['b', 'folder', 'off'],
  ])
})

test('what a client brings is used word for word: no variable is filled in', async () => {
  await using bench = createMcpRig(
    {},
    { environment: { ...process.env, SECRET: 'of this process' } },
  )
  const server = unruly('plain', '${SECRET}')
  bench.control.bring({}, bench.place.conversationId, [{ name: 'b', server }])
  await bench.ready()
  const [connection] = bench.servers.connectionsIn(bench.place)
  expect(connection?.place.server).toMatchObject({
    args: [expect.any(String), 'plain', '${SECRET}'],
  })
})
