import { expect, test } from 'vitest'
import type { ConversationId } from '../../shared/ids.ts'
import { testContext } from '../core/test-context.ts'
import { World } from './fakes/world.ts'

const ID = 'c1' as ConversationId

test('the network that is switched off is off for the next call, for the screen, and after a restart', async () => {
  const world = new World(undefined, undefined, {
    context: { ...testContext(), permissionMode: 'auto', isSandboxed: true },
  })
  await world.send('Go')
  world.model.last.callBash('make', 'make test')
  await world.time.settle()
  const confinement = { folder: 'writable', network: true }
  expect(world.tools.last.run.confinement).toEqual(confinement)
  await world.request('conversation.configure', { conversationId: ID, network: false })
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: 'conversation.configured', network: false }),
  )
  world.tools.last.finish('made')
  await world.time.settle()
  expect(world.tools.last.run.confinement).toEqual({ ...confinement, network: false })
  expect(world.store.conversation(ID)?.network).toBe(false)
  expect(world.restart().store.conversation(ID)?.network).toBe(false)
})
