import { expect, test } from 'vitest'
import { validateRequest } from '../../core/request/validate-request.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { child, idOf, submit } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function children({ store }: World): readonly string[] {
  return [...store.records].flatMap(([id, { parent }]) => (parent === null ? [] : [id]))
}

function results(world: World): readonly string[] {
  return world.transcript.filter((line) => line.startsWith('tool '))
}

test('T60 one invalid task: no sub-agent is created, the call gets one error result, the turn continues', async () => {
  const world = new World()
  await world.send('Ask others')
  world.model.last.spawn('Look', ' ', 'Count')
  await world.time.settle()
  expect(children(world)).toEqual([])
  expect(results(world)).toEqual([expect.stringContaining('tool failed')])
  expect(world.state.type).toBe('llmRequesting')
  expect(world.model.requests.map(({ call }) => call.conversationId)).toEqual([ID, ID])
})

test('T60 if sub-agents cannot be saved none is created, none starts, and a Retry begins from a complete history', async () => {
  const world = new World()
  await world.send('Ask others')
  world.store.failing = 'full'
  world.model.last.spawn('Look', 'Count')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(world.model.requests).toHaveLength(1)
  world.store.failing = null
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  expect(children(world)).toEqual([])
  const { request } = world.model.last.call
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  world.model.last.spawn('Look', 'Count')
  await world.time.settle()
  expect(children(world)).toHaveLength(2)
})

test('T60 one of three that cannot start fails alone: the others continue, and the call gets one result', async () => {
  const world = new World()
  const read = world.store.conversation.bind(world.store)
  let reads = 0
  world.store.conversation = (id) => {
    if (id !== ID && ++reads === 2) throw new Error('a damaged row')
    return read(id)
  }
  await world.send('Ask others')
  world.model.last.spawn('One', 'Two', 'Three')
  await world.time.settle()
  const ended = 'children' in world.state ? world.state.children : []
  const phases = ended.map(({ phase }) => phase.type)
  expect(phases.filter((type) => type === 'ended')).toHaveLength(1)
  expect(world.children).toHaveLength(2)
  for (const result of ['first', 'last']) await submit(world, child(world, 0), result)
  expect(results(world)).toHaveLength(1)
  expect(results(world)[0]).toContain('failed (internal)')
  expect(results(world)[0]).toMatch(/first[^]*last/)
  expect(world.state.type).toBe('llmRequesting')
  expect(world.children.map(idOf)).toEqual([])
})
