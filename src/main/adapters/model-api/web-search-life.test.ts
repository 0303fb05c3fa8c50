import { expect, test } from 'vitest'
import { bash, type Part, text } from '../../../../e2e/fake-model-server/parts.ts'
import { bodyOf, cutAfterBytes, message } from '../../../../e2e/fake-model-server/replies.ts'
import { cited, searched, serverToolUse } from '../../../../e2e/fake-model-server/web-parts.ts'
import { isResting } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import type { World } from '../../runtime/fakes/world.ts'
import { anthropicApi } from '../anthropic/anthropic-api.ts'
import { serverForEach } from './fakes/fake-server.ts'
import { until, worldAt } from './fakes/scripted-apis.ts'

const server = serverForEach()

const ID = 'c1' as ConversationId
const PAGE = { url: 'https://nodejs.org/', title: 'Node.js' }

const pausedAt = (n: number) =>
  message(searched(`srvtoolu_${n}`, `try ${n}`, [PAGE]), { stopReason: 'pause_turn' })

async function allow(world: World, webSearch: boolean): Promise<void> {
  await world.request('conversation.configure', { conversationId: ID, webSearch })
}

async function searchingWorld(): Promise<World> {
  const { primary } = testContext()
  const able = { ...primary, model: 'claude-opus-4-8', searchesWeb: true } as const
  const world = worldAt({ api: anthropicApi }, server().url, { change: { primary: able } })
  await allow(world, true)
  return world
}

async function restAfter(world: World, act: Promise<unknown>): Promise<void> {
  await act
  await until(world, () => isResting(world.state))
}

/** The kinds of blocks in each request's last message. */
function lastBlocks(): readonly (readonly string[])[] {
  return server().requests.map(({ body: { messages } }) => {
    const last: unknown = Array.isArray(messages) ? messages.at(-1) : null
    const { content, role } = last as { role: string; content: readonly { type: string }[] }
    return [role, ...content.map(({ type }) => type)]
  })
}

test('a reply that pauses between searches is continued unchanged, and ends as one answer', async () => {
  const world = await searchingWorld()
  server().enqueue(pausedAt(1), message([cited('It ends in 2028.', PAGE)]))
  await restAfter(world, world.send('When does it end?'))
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(lastBlocks()).toEqual([
    ['user', 'text'],
    ['assistant', 'server_tool_use', 'web_search_tool_result'],
  ])
})

test('a reply that keeps pausing comes to rest in the end; a message continues it, even if searching was switched off by then', async () => {
  const world = await searchingWorld()
  server().enqueue(...[1, 2, 3, 4].map(pausedAt))
  await restAfter(world, world.send('Search on'))
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'cutReply' } })
  expect(server().requests).toHaveLength(4)
  await allow(world, false)
  server().enqueue(message([text('Enough.')]))
  await restAfter(world, world.request('turn.continue', { conversationId: ID }))
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(JSON.stringify(server().requests.at(-1)?.body['tools'] ?? [])).not.toContain('web_search')
})

test('a stream cut in a search leaves nothing: the model is asked again from the start', async () => {
  const world = await searchingWorld()
  const whole = message([
    text('Looking.'),
    ...searched('srvtoolu_1', 'node lts', [PAGE]),
    text('So.'),
  ])
  server().enqueue(cutAfterBytes(whole, bodyOf(whole).indexOf('web_search_tool_result')), whole)
  await world.send('When?')
  await until(
    world,
    () => world.state.type === 'llmRequesting' && world.state.phase.type === 'backoff',
  )
  await world.time.advance(2_000)
  await until(world, () => isResting(world.state))
  expect(lastBlocks()).toEqual([
    ['user', 'text'],
    ['user', 'text'],
  ])
  expect(world.contents.filter(({ type }) => type === 'agent')).toHaveLength(1)
})

test('a conversation continues after a Stop while a call ran next to a pending search of the provider', async () => {
  const world = await searchingWorld()
  const open: readonly Part[] = [
    serverToolUse('srvtoolu_1', 'web_search', { query: 'node lts' }),
    bash('make'),
  ]
  server().enqueue(message(open))
  await world.send('Build and search')
  await until(world, () => world.state.type === 'toolExecuting')
  world.cancel()
  world.tools.last.finish('', 'aborted')
  await until(world, () => isResting(world.state))
  server().enqueue(message([text('Fine.')]), message([text('Again.')]))
  await restAfter(world, world.send('Leave it'))
  await restAfter(world, world.send('And now?'))
  const sent = server().requests.map(({ body }) =>
    JSON.stringify(body['messages']).includes('srvtoolu_1'),
  )
  // The request that could have run it did not: from then on it is in no request.
  expect(sent).toEqual([false, true, false])
  expect(world.contents.filter(({ type }) => type === 'error')).toEqual([])
})

test('when switched off while the agent works, the next request has no search', async () => {
  const world = await searchingWorld()
  server().enqueue(message([bash('make')]), message([text('Done.')]))
  await world.send('Build')
  await until(world, () => world.state.type === 'toolExecuting')
  await allow(world, false)
  world.tools.last.finish('made')
  await until(world, () => isResting(world.state))
  const tools = server().requests.map(({ body }) =>
    JSON.stringify(body['tools']).includes('web_search'),
  )
  expect(tools).toEqual([true, false])
})
