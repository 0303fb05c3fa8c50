import { expect, test } from 'vitest'
import { World } from '../fakes/world.ts'

test('T44 an empty reply after results ends the turn', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('true')
  await world.time.settle()
  world.tools.last.finish('')
  await world.time.settle()
  world.model.last.reply([], 'endTurn')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})
