import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** A summary that a person asked for, and that cannot be had. */
async function failToCompact(world: World): Promise<void> {
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  world.model.last.fail('auth')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', goal: 'compaction' })
}

async function answered(): Promise<World> {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  return world
}

async function stopped(): Promise<World> {
  const world = await answered()
  await world.send('More')
  world.cancel()
  await world.time.settle()
  return world
}

test('a failed summary leaves nothing to continue if nothing was left before: not after a restart, not after Stop', async () => {
  const world = await answered()
  await failToCompact(world)
  expect(world.restart().state).toEqual({ type: 'idle', unfinished: null })

  const again = await answered()
  await failToCompact(again)
  await again.request('turn.compact', { conversationId: ID })
  again.cancel()
  await again.time.settle()
  expect(again.state).toEqual({ type: 'idle', unfinished: null })
})

test('what was unfinished before a failed summary is unfinished again after its Retry, and after a restart', async () => {
  const before = await stopped()
  const { state } = before
  expect(state).toMatchObject({ unfinished: { cause: 'userCancel' } })
  await failToCompact(before)
  await before.request('turn.retry', { conversationId: ID })
  await before.time.settle()
  before.model.last.replyText('In short: Go.')
  await before.time.settle()
  expect(before.transcript.at(-1)).toBe('summary: In short: Go.')
  expect(before.state).toEqual(state)

  const other = await stopped()
  const left = other.state
  await failToCompact(other)
  expect(other.restart().state).toEqual(left)
})
