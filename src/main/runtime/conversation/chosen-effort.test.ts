import { expect, test } from 'vitest'
import type { Effort } from '../../../shared/models/effort.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { delegating } from '../fakes/delegating.ts'
import { SETTINGS } from '../fakes/plain-settings.ts'
import { World } from '../fakes/world.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId

async function choose(world: World, effort: Effort | null): Promise<void> {
  const answer = await world.request('conversation.configure', { conversationId: ID, effort })
  expect(answer.ok).toBe(true)
  await world.time.settle()
}

async function say(world: World, words: string): Promise<void> {
  await world.send(words)
  world.model.last.replyText('Yes')
  await world.time.settle()
}

function asked(world: World): readonly Effort[] {
  return world.model.requests.map(({ call }) => call.effort)
}

test('a choice applies from the next turn, a round keeps the effort of its turn, and null means as in Settings', async () => {
  const world = new World()
  await world.send('One')
  await choose(world, 'high')
  world.model.last.callBash('ls')
  await world.time.settle()
  world.tools.last.finish('')
  await world.time.settle()
  world.model.last.replyText('Done')
  await world.time.settle()
  await say(world, 'Two')
  world.context = { ...world.context, effort: 'low' }
  world.registry.settingsChanged(SETTINGS)
  await say(world, 'Three')
  await choose(world, null)
  await say(world, 'Four')
  await choose(world, 'auto')
  await say(world, 'Five')
  expect(asked(world)).toEqual(['auto', 'auto', 'high', 'high', 'low', 'auto'])
})

test('it is recorded, every client is notified, it survives a restart, and the log rebuilds it', async () => {
  const world = new World()
  await say(world, 'One')
  await choose(world, 'max')
  expect(world.lifecycle).toContain('settingsChanged')
  expect(world.events).toContainEqual(
    expect.objectContaining({ type: 'conversation.configured', chosenEffort: 'max' }),
  )
  const again = world.restart()
  await say(again, 'Two')
  expect(asked(again)).toEqual(['max'])
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

test('sub-agents take over the effort of their parent, and keep it', async () => {
  const world = await delegating('one')
  expect(asked(world)).toEqual(['auto', 'auto'])
  const chosen = new World()
  await choose(chosen, 'low')
  await chosen.send('Ask others')
  chosen.model.last.spawn('one')
  await chosen.time.settle()
  expect(asked(chosen)).toEqual(['low', 'low'])
  const child = chosen.children[0]?.record.stored.id ?? ID
  expect(chosen.store.conversation(child)).toMatchObject({ chosenEffort: 'low' })
})

test("a title uses the model's default effort, a summary that of the replies before it", async () => {
  const world = new World()
  world.wantsTitles = true
  await choose(world, 'max')
  await say(world, 'One')
  world.model.last.replyText('A title')
  await world.time.settle()
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(asked(world)).toEqual(['max', 'auto', 'max'])
})

test('a refused effort is left out at once, in later turns and after a restart; another one is tried', async () => {
  const world = new World()
  await choose(world, 'high')
  await world.send('One')
  world.model.last.refuse({ type: 'effort' })
  await world.time.settle()
  world.model.last.replyText('Yes')
  await world.time.settle()
  expect(world.transcript).toContain(
    'repair: claude-test refused the request. It was asked again without the chosen effort.',
  )
  await say(world, 'Two')
  expect(asked(world)).toEqual(['high', 'auto', 'auto'])
  const again = world.restart()
  await say(again, 'Three')
  await choose(again, 'low')
  await say(again, 'Four')
  expect(asked(again)).toEqual(['auto', 'low'])
  expect(again.state).toEqual({ type: 'idle', unfinished: null })
})
