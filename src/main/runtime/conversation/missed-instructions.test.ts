import { expect, test } from 'vitest'
import { World } from '../fakes/world.ts'

function saying(): World {
  const world = new World()
  world.instructions.write('Use tabs.')
  return world
}

/** The newest request. */
function requested(world: World): string {
  return JSON.stringify(world.model.last.call.request.messages)
}

async function answered(world: World): Promise<void> {
  world.model.last.replyText('Done')
  await world.time.settle()
}

test('a file that cannot be read for the moment stays in force and is not reported as gone', async () => {
  const world = saying()
  await world.send('One')
  await answered(world)
  world.instructions.found = null
  world.instructions.isWhole = false
  await world.send('Two')
  await answered(world)
  expect(world.transcript.filter((line) => line.startsWith('system'))).toEqual([
    'system: AGENTS.md was read, 9 bytes.',
  ])
  expect(requested(world)).not.toContain('gone')
  world.instructions.isWhole = true
  await world.send('Three')
  expect(world.transcript).toContainEqual(expect.stringMatching(/no longer has an AGENTS.md/))
})

test('what can be read of the instructions counts if none are known yet', async () => {
  const world = saying()
  world.instructions.isWhole = false
  await world.send('One')
  expect(requested(world)).toContain('Use tabs.')
})

test('a file that is not used is reported once, also after a restart', async () => {
  const world = saying()
  world.instructions.fault = { name: 'AGENTS.md', path: '/etc/motd', why: 'importLeadsOut' }
  await world.send('One')
  await answered(world)
  const again = world.restart()
  again.instructions.write('Use tabs.')
  again.instructions.fault = world.instructions.fault
  await again.send('Two')
  expect(again.transcript.filter((line) => line.includes('is not used'))).toHaveLength(1)
  again.instructions.fault = null
  await answered(again)
  await again.send('Three')
  expect(again.runtime.liveContext.instructionsFault).toBe(null)
})
