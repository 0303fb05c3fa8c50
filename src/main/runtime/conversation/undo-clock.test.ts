import { expect, test } from 'vitest'
import { child, submit } from '../fakes/delegating.ts'
import { atWork, finish, holds, message, thisTurn, undo, wrote } from '../fakes/edited-files.ts'

const DAY = 24 * 3_600_000

test('a clock that was set back between two edits of a file, or before an undo, changes nothing about what can be undone', async () => {
  const world = await atWork('one', 'two')
  await finish(world, wrote('a.ts', '0', '1'))
  world.time.sleep(-DAY)
  await finish(world, wrote('a.ts', '1', '2'))
  world.model.last.replyText('Done')
  await world.time.settle()
  const target = thisTurn(world)
  expect(await undo(world, target)).toMatchObject({ value: { undone: 1, conflicts: [] } })
  expect(holds(world, 'a.ts')).toBe('0')
  world.time.sleep(-DAY)
  await undo(world, message(world, 'undo'))
  expect(holds(world, 'a.ts')).toBe('2')
  expect(await undo(world, target)).toMatchObject({ value: { undone: 1, conflicts: [] } })
})

test('a clock that was set back does not move what sub-agents wrote to before what their parent had written', async () => {
  const world = await atWork('one')
  await finish(world, wrote('a.ts', '0', '1'))
  world.time.sleep(-DAY)
  world.model.last.spawn('Look', 'Look too')
  await world.time.settle()
  const agents = [child(world, 0), child(world, 1)]
  for (const [index, agent] of agents.entries()) {
    world.model.lastOf(agent.record.stored.id).callBash('write')
    await world.time.advance(1_000)
    await finish(world, wrote('a.ts', `${index + 1}`, `${index + 2}`))
  }
  for (const agent of agents.toReversed()) await submit(world, agent, 'Written')
  world.model.last.callBash('last')
  await world.time.settle()
  await finish(world, wrote('a.ts', '3', '4'))
  world.model.last.replyText('Done')
  await world.time.settle()
  const target = { type: 'since', throughSeq: 0 } as const
  expect(await undo(world, target)).toMatchObject({ value: { undone: 1, conflicts: [] } })
  expect(holds(world, 'a.ts')).toBe('0')
})
