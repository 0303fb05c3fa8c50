import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { child, delegating, idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

test('no background job keeps a permission that is switched off, in a conversation or its sub-agents', async () => {
  const world = await delegating('Serve it')
  const only = idOf(child(world, 0))
  const configure = (own: object) =>
    world.request('conversation.configure', { conversationId: ID, ...own })
  await configure({ systemPrompt: 'Be brief.' })
  expect(world.ended).toEqual([])
  await configure({ permissionMode: 'readOnly' })
  expect(world.ended).toEqual(['jobs of c1 with writing', `jobs of ${only} with writing`])
  await configure({ permissionMode: 'auto' })
  await configure({ permissionMode: 'ask' })
  expect(world.ended).toHaveLength(2)
})

test('switching the network off ends jobs where a sandbox keeps commands from it, and nowhere else', async () => {
  for (const isSandboxed of [true, false]) {
    const world = new World(undefined, undefined, { context: { ...testContext(), isSandboxed } })
    for (const network of [false, true, false, false])
      await world.request('conversation.configure', { conversationId: ID, network })
    const withNetwork = 'jobs of c1 with network'
    expect(world.ended).toEqual(isSandboxed ? [withNetwork, withNetwork] : [])
  }
})

test('switching the network off applies to the next call, to the screen, and after a restart', async () => {
  const world = new World(undefined, undefined, {
    context: { ...testContext(), permissionMode: 'auto', isSandboxed: true },
  })
  await world.send('Go')
  world.model.last.callBash('make', 'make test')
  await world.time.settle()
  const sandboxPolicy = { folder: 'writable', network: true }
  expect(world.tools.last.run.sandboxPolicy).toEqual(sandboxPolicy)
  await world.request('conversation.configure', { conversationId: ID, network: false })
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: 'conversation.configured', network: false }),
  )
  world.tools.last.finish('made')
  await world.time.settle()
  expect(world.tools.last.run.sandboxPolicy).toEqual({ ...sandboxPolicy, network: false })
  expect(world.store.conversation(ID)?.network).toBe(false)
  expect(world.restart().store.conversation(ID)?.network).toBe(false)
})
