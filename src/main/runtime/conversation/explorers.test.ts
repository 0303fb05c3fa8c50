import { expect, test } from 'vitest'
import { child, idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

test('an explorer gets the prompt of its kind, and its kind is recorded', async () => {
  const world = new World()
  await world.send('Ask others')
  const value = { tasks: [{ task: 'Look', kind: 'explorer' }] }
  const input = { type: 'object', value } as const
  const spawn = { type: 'toolCall', providerCallId: 's', name: 'spawn_agents', input } as const
  world.model.last.reply([spawn], 'toolUse')
  await world.time.settle()
  const only = child(world, 0)
  expect(world.model.lastOf(idOf(only)).call.request.system).toContain('# You are an explorer')
  expect(world.store.conversation(idOf(only))?.parent).toMatchObject({ kind: 'explorer' })
  world.model.lastOf(idOf(only)).callBash('make')
  await world.time.settle()
  const asked = JSON.stringify(world.model.lastOf(idOf(only)).call.request.messages.at(-1))
  expect(asked).toContain('you are an explorer and can only read')
  expect(world.tools.runs).toHaveLength(0)
})
