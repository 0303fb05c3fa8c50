import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { PendingAsk } from '../fakes/scripted-model.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function titleOf(world: World): string | undefined {
  return world.registry.rows.all()[0]?.title
}

async function firstTurn(world: World, text = 'Why does the login test hang?'): Promise<void> {
  await world.send(text)
  world.model.last.say('Nobody closes the server.')
  await world.time.settle()
}

/** A world whose first turn is over and whose title is being asked for. */
async function asking(): Promise<{ world: World; ask: PendingAsk }> {
  const world = new World()
  world.wantsTitles = true
  await firstTurn(world)
  expect(world.model.asked).toHaveLength(2)
  return { world, ask: world.model.last }
}

test('after the first turn one short request without tools gives the conversation its title', async () => {
  const { world, ask } = await asking()
  expect(titleOf(world)).toBe('Why does the login test hang?')
  const { request, provider, effort } = ask.call
  expect(request.tools).toEqual([])
  expect(provider.limits.outputTokens).toBeLessThanOrEqual(1_000)
  expect(effort).toBe('auto')
  expect(Math.max(...Object.values(provider.timeouts))).toBe(10_000)
  ask.say('"Login test that hangs"\nand more')
  await world.time.settle()
  expect(titleOf(world)).toBe('Login test that hangs')
  expect(world.store.conversation(ID)?.titleSource).toBe('model')
  expect(world.events.at(-1)).toMatchObject({
    type: 'list.changed',
    summary: { title: 'Login test that hangs' },
  })
})

test('no title is requested when it is not wanted', async () => {
  const world = new World()
  await firstTurn(world)
  expect(world.model.asked).toHaveLength(1)
})

test('the conversation is idle while its title is requested, and accepts the next message', async () => {
  const { world, ask } = await asking()
  expect(world.state.type).toBe('idle')
  await world.send('And now?')
  expect(world.state.type).toBe('llmRequesting')
  ask.say('A title')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(titleOf(world)).toBe('A title')
  world.model.last.say('Now it works.')
  await world.time.settle()
  expect(world.model.asked).toHaveLength(3)
})

test.each(['overloaded', 'auth', 'network'] as const)(
  'a title that fails (%s) is only logged, and not requested again',
  async (kind) => {
    const { world, ask } = await asking()
    const told = world.events.length
    ask.fail(kind)
    await world.time.settle()
    expect(world.warnings).toEqual(['no title was given'])
    expect(world.events).toHaveLength(told)
    await world.time.advance(60_000)
    await firstTurn(world, 'Once more')
    expect(world.model.asked).toHaveLength(3)
    expect(titleOf(world)).toBe('Why does the login test hang?')
  },
)

test('a title that does not arrive within 10 s is given up, and ignored when it arrives later', async () => {
  const { world, ask } = await asking()
  await world.time.advance(9_999)
  expect(ask.call.signal.aborted).toBe(false)
  await world.time.advance(1)
  expect(ask.call.signal.reason).toEqual({ reason: 'timeout' })
  ask.say('Too late')
  await world.time.settle()
  expect(titleOf(world)).toBe('Why does the login test hang?')
})

test('quitting aborts a request for a title and does not wait for it', async () => {
  const { world, ask } = await asking()
  const over = world.registry.shutdown()
  expect(ask.call.signal.reason).toEqual({ reason: 'shutdown' })
  await over
  ask.say('Too late')
  await world.time.settle()
  expect(world.store.conversation(ID)?.titleSource).toBe('message')
})

test('a turn ended by quitting requests no title', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Hello')
  const over = world.registry.shutdown()
  world.model.last.say('Hello')
  await world.time.advance(2_000)
  await over
  expect(world.model.asked).toHaveLength(1)
})

test('a stopped turn requests no title; the first completed one does', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Hello')
  const stopped = world.model.last
  world.cancel()
  stopped.fail('aborted')
  await world.time.settle()
  expect(world.model.asked).toHaveLength(1)
  await firstTurn(world)
  expect(world.model.asked).toHaveLength(3)
})

test('a name given by a person stays, and cancels the request for another', async () => {
  const { world, ask } = await asking()
  const renamed = await world.request('conversation.rename', {
    conversationId: ID,
    title: ' The login \n test ',
  })
  expect(renamed.ok).toBe(true)
  expect(ask.call.signal.aborted).toBe(true)
  ask.say('Something else')
  await world.time.settle()
  expect(titleOf(world)).toBe('The login test')
  expect(world.restart().registry.rows.all()).toMatchObject([{ title: 'The login test' }])
})

test('a conversation named before its first turn is never named by a model', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.request('conversation.rename', { conversationId: ID, title: 'Mine' })
  await firstTurn(world)
  expect(world.model.asked).toHaveLength(1)
  expect(titleOf(world)).toBe('Mine')
})

test('a name needs some text, and a full disk is reported', async () => {
  const world = new World()
  const name = (title: string): ReturnType<typeof world.request> =>
    world.request('conversation.rename', { conversationId: ID, title })
  expect(await name(' \n ')).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
  world.store.failing = 'full'
  expect(await name('Mine')).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(titleOf(world)).toBe('New conversation')
})
