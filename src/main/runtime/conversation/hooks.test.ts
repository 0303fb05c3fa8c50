import { expect, test } from 'vitest'
import type { MessageId } from '../../../shared/ids.ts'
import { onFault } from '../guard.ts'
import { HeldHooks } from '../fakes/held-hooks.ts'
import { World } from '../fakes/world.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

function hooked(): { readonly world: World; readonly hooks: HeldHooks } {
  const hooks = new HeldHooks()
  return { world: new World(undefined, undefined, { hooks }), hooks }
}

const words = (world: World): string => JSON.stringify(world.model.last.call.request.messages)
const running = (world: World): readonly string[] =>
  world.runtime.feed.hooks.running.map(({ event }) => event)

async function answer(
  { hooks, world }: { readonly world: World; readonly hooks: HeldHooks },
  said: Parameters<HeldHooks['answer']>[0] = {},
): Promise<void> {
  hooks.answer(said)
  await world.time.settle()
}

/** The agent has said its last words; the hooks at the end of the turn run. */
async function turnEnded(): Promise<ReturnType<typeof hooked>> {
  const rig = hooked()
  await rig.world.send('Go')
  await answer(rig)
  rig.world.model.last.replyText('Done')
  await rig.world.time.settle()
  return rig
}

async function replay(world: World): Promise<unknown> {
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  return verifyHistory(world.store.log, null, pacing)
}

test('a message waits for its hooks; the text they add is sent with it, once', async () => {
  const rig = hooked()
  const { hooks, world } = rig
  await world.send('Go')
  expect(world.model.requests).toEqual([])
  expect(running(world)).toEqual(['UserPromptSubmit'])
  expect(hooks.requests).toMatchObject([{ on: 'message', with: { text: 'Go' } }])
  await answer(rig, { texts: ['On main.'] })
  expect(running(world)).toEqual([])
  expect(words(world)).toMatch(/"Go".*"On main\."/)
  world.model.last.fail('overloaded')
  await world.time.advance(60_000)
  expect(words(world)).toMatch(/"Go".*"On main\."/)
  expect(hooks.requests).toHaveLength(1)
  expect(await replay(world)).toMatchObject({ differences: [] })
})

test('a blocked message is in no request, ever', async () => {
  const rig = hooked()
  const { world } = rig
  await world.send('My key is hunter2')
  await answer(rig, { blockReason: 'It holds a key.' })
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.model.requests).toEqual([])
  await world.send('Without')
  await answer(rig)
  expect(words(world)).toMatch(/Without/)
  expect(words(world)).not.toMatch(/hunter2/)
  expect(await replay(world)).toMatchObject({ differences: [] })
})

test('a Stop between the hooks of two messages lets neither pass unchecked', async () => {
  const rig = hooked()
  const { hooks, world } = rig
  const asked = (): readonly string[] =>
    hooks.requests.flatMap((each) => (each.on === 'message' ? [each.with.text] : []))
  const stop = async (): Promise<void> => {
    world.cancel()
    await answer(rig)
  }
  await world.send('One')
  await stop()
  await world.send('Two')
  await answer(rig, { texts: ['Of One.'] })
  expect(asked()).toEqual(['One', 'One', 'Two'])
  await stop()
  await world.send('Three')
  for (let count = 0; count < 3; count += 1) await answer(rig, { texts: [`Check ${count}.`] })
  expect(asked().slice(3)).toEqual(['One', 'Two', 'Three'])
  expect(world.model.requests).toHaveLength(1)
  expect(words(world)).toMatch(/"One".*"Two".*"Three".*Check 0\..*Check 1\..*Check 2\./)
  expect(words(world)).not.toMatch(/Of One/)
  expect(await replay(world)).toMatchObject({ differences: [] })
})

test('hooks run again for a blocked message that is restored', async () => {
  const rig = hooked()
  const { hooks, world } = rig
  const conversationId = world.runtime.record.stored.id
  await world.send('My key is hunter2')
  await answer(rig, { blockReason: 'It holds a key.' })
  await world.send('Without')
  await answer(rig)
  world.model.last.replyText('Done')
  await world.time.settle()
  await answer(rig)
  const blocked = world.store
    .history(conversationId)
    .find(({ content }) => content.type === 'user' && content.text.includes('hunter2'))
  const messageId = blocked?.id as MessageId
  await world.request('conversation.showVersion', { conversationId, messageId })
  await world.send('And now?')
  expect(hooks.requests.at(-1)?.with).toMatchObject({ text: 'My key is hunter2' })
  await answer(rig, { blockReason: 'It still holds a key.' })
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(JSON.stringify(world.model.requests.map(({ call }) => call.request))).not.toMatch(
    /hunter2/,
  )
})

test('a Stop while hooks check a message ends them; an unchecked message is checked with the next one', async () => {
  const rig = hooked()
  const { hooks, world } = rig
  await world.send('One')
  world.cancel()
  expect(hooks.requests[0]?.with.signal.aborted).toBe(true)
  expect(world.state.type).toBe('idle')
  await answer(rig, { blockReason: 'Too late.' })
  expect(world.transcript).toEqual(['user: One'])
  await world.send('Two')
  await answer(rig)
  await answer(rig)
  expect(hooks.requests.map((each) => 'text' in each.with && each.with.text)).toEqual([
    'One',
    'One',
    'Two',
  ])
  expect(words(world)).toMatch(/One.*Two/)
})

test('hooks cut short by a crash run again with Continue', async () => {
  const { world } = hooked()
  await world.send('Go')
  const hooks = new HeldHooks()
  const again = new World(world.store, undefined, { isRestart: true, blobs: world.blobs, hooks })
  await again.request('turn.continue', { conversationId: again.runtime.record.stored.id })
  await again.time.settle()
  expect(hooks.requests).toMatchObject([{ on: 'message', with: { text: 'Go' } }])
})

test('hooks at the end of a turn delay nothing; one that asks for more makes the agent continue', async () => {
  const rig = await turnEnded()
  const { hooks, world } = rig
  expect(world.state.type).toBe('idle')
  expect(running(world)).toEqual(['Stop'])
  expect(hooks.requests.at(-1)).toMatchObject({
    on: 'turn',
    with: { lastWords: 'Done', isAgain: false },
  })
  await answer(rig, { blockReason: '2 tests fail.' })
  expect(words(world)).toMatch(/Done.*2 tests fail\./)
  world.model.last.replyText('Mended')
  await world.time.settle()
  expect(hooks.requests.at(-1)).toMatchObject({ on: 'turn', with: { isAgain: true } })
  await answer(rig)
  expect(world.state.type).toBe('idle')
  expect(await replay(world)).toMatchObject({ differences: [] })
})

test('a newer message takes precedence over a hook that asks for more', async () => {
  const rig = await turnEnded()
  const { world } = rig
  await world.send('Something else')
  // The end of the turn is the older of the two that wait.
  await answer(rig, { blockReason: 'Go on!' })
  await answer(rig)
  expect(words(world)).not.toMatch(/Go on!/)
  expect(words(world)).toMatch(/Something else/)
})

test('hooks make the agent continue at most five times in a row', async () => {
  const rig = hooked()
  const { hooks, world } = rig
  await world.send('Go')
  await answer(rig)
  for (let turn = 0; turn < 9 && world.state.type !== 'idle'; turn += 1) {
    world.model.last.replyText('Done')
    await world.time.settle()
    await answer(rig, { blockReason: 'Never enough.' })
  }
  expect(world.state.type).toBe('idle')
  expect(hooks.requests.filter(({ on }) => on === 'turn')).toHaveLength(6)
})

test('a Stop at rest ends the hooks at the end of a turn', async () => {
  const rig = await turnEnded()
  const { hooks, world } = rig
  world.registry.stop(world.runtime.record.stored.id, () => undefined)
  expect(hooks.requests.at(-1)?.with.signal.aborted).toBe(true)
  await answer(rig, { blockReason: 'Go on!' })
  expect(world.state.type).toBe('idle')
})

test('a port that throws at the end of a turn is a note of hooks that failed, and no fault of the conversation', async () => {
  const rig = await turnEnded()
  const { hooks, world } = rig
  const faults: string[] = []
  const stopHearing = onFault(({ where }) => faults.push(where))
  hooks.fail(new Error('a bug of the port'))
  await world.time.settle()
  stopHearing()
  expect(faults).toEqual([])
  expect(running(world)).toEqual([])
  expect(world.state.type).toBe('idle')
  const note = JSON.stringify(world.runtime.record.memory.needed().at(-1))
  expect(note).toContain('"outcome":"failed"')
  expect(note).toContain('Phoenix could not run them: Error: a bug of the port')
  await world.send('On')
  await answer(rig)
  expect(words(world)).toMatch(/Done.*On/)
  expect(await replay(world)).toMatchObject({ differences: [] })
})
