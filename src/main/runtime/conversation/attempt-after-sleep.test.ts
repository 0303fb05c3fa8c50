import { expect, test } from 'vitest'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'

const MINUTE = 60_000

async function waitingForLongAttempt(): Promise<World> {
  const world = new World(undefined, undefined, {
    context: { ...testContext(), keepTryingMs: 60 * MINUTE },
  })
  await world.send('Go')
  for (let failed = 1; failed < 3; failed++) {
    world.model.last.fail('overloaded')
    await world.time.advance(5_000)
  }
  world.model.last.fail('overloaded', 4 * MINUTE)
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', phase: { type: 'backoff' } })
  return world
}

test('after a sleep, an attempt whose time has passed on the wall clock is made at once', async () => {
  const world = await waitingForLongAttempt()
  world.time.sleep(8 * 60 * MINUTE)
  await world.time.advance(1_000)
  expect(world.model.requests).toHaveLength(4)
  await world.time.advance(10 * MINUTE)
  expect(world.model.requests).toHaveLength(4)
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.time.timers).toBe(0)
})

test('after a shorter sleep, the attempt is made at the moment that the page counts down to', async () => {
  const world = await waitingForLongAttempt()
  world.time.sleep(2 * MINUTE)
  await world.time.advance(2 * MINUTE - 2_000)
  expect(world.model.requests).toHaveLength(3)
  await world.time.advance(3_000)
  expect(world.model.requests).toHaveLength(4)
})
