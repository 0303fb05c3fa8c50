import { expect, test, vi } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { PendingRequest } from '../fakes/scripted-model.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function titleOf(world: World): string | undefined {
  return world.registry.rows.all()[0]?.title
}

async function firstTurn(world: World, text = 'Why does the login test hang?'): Promise<void> {
  await world.send(text)
  world.model.last.replyText('Nobody closes the server.')
  await world.time.settle()
}

/** A world whose first turn is over and whose title is being asked for. */
async function asking(): Promise<{ world: World; ask: PendingRequest }> {
  const world = new World()
  world.wantsTitles = true
  await firstTurn(world)
  expect(world.model.requests).toHaveLength(2)
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
  ask.replyText('"Login test that hangs"\nand more')
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
  expect(world.model.requests).toHaveLength(1)
})

test('the conversation is idle while its title is requested, and accepts the next message', async () => {
  const { world, ask } = await asking()
  expect(world.state.type).toBe('idle')
  await world.send('And now?')
  expect(world.state.type).toBe('llmRequesting')
  ask.replyText('A title')
  await world.time.settle()
  expect(world.state.type).toBe('llmRequesting')
  expect(titleOf(world)).toBe('A title')
  world.model.last.replyText('Now it works.')
  await world.time.settle()
  expect(world.model.requests).toHaveLength(3)
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
    expect(world.model.requests).toHaveLength(3)
    expect(titleOf(world)).toBe('Why does the login test hang?')
  },
)

test('a title that does not arrive within 10 s is given up, and ignored when it arrives later', async () => {
  const { world, ask } = await asking()
  await world.time.advance(9_999)
  expect(ask.call.signal.aborted).toBe(false)
  await world.time.advance(1)
  expect(ask.call.signal.reason).toEqual({ reason: 'timeout' })
  ask.replyText('Too late')
  await world.time.settle()
  expect(titleOf(world)).toBe('Why does the login test hang?')
})

test('quitting aborts a request for a title and does not wait for it', async () => {
  const { world, ask } = await asking()
  const over = world.registry.shutdown()
  expect(ask.call.signal.reason).toEqual({ reason: 'shutdown' })
  await over
  ask.replyText('Too late')
  await world.time.settle()
  expect(world.store.conversation(ID)?.titleSource).toBe('message')
})

test('a turn ended by quitting requests no title', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Hello')
  const over = world.registry.shutdown()
  world.model.last.replyText('Hello')
  await world.time.advance(2_000)
  await over
  expect(world.model.requests).toHaveLength(1)
})

test('a stopped turn requests no title; the first completed one does', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Hello')
  const stopped = world.model.last
  world.cancel()
  stopped.fail('aborted')
  await world.time.settle()
  expect(world.model.requests).toHaveLength(1)
  await firstTurn(world)
  expect(world.model.requests).toHaveLength(3)
})

test('a name given by a person stays, and cancels the request for another', async () => {
  const { world, ask } = await asking()
  const renamed = await world.request('conversation.rename', {
    conversationId: ID,
    title: ' The login \n test ',
  })
  expect(renamed.ok).toBe(true)
  expect(ask.call.signal.aborted).toBe(true)
  ask.replyText('Something else')
  await world.time.settle()
  expect(titleOf(world)).toBe('The login test')
  expect(world.restart().registry.rows.all()).toMatchObject([{ title: 'The login test' }])
})

test('a conversation named before its first turn is never named by a model', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.request('conversation.rename', { conversationId: ID, title: 'Mine' })
  await firstTurn(world)
  expect(world.model.requests).toHaveLength(1)
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

/** A world whose first turn is over, in a conversation that a person has named. */
async function named(): Promise<World> {
  const world = new World()
  await firstTurn(world)
  await world.request('conversation.rename', { conversationId: ID, title: 'Mine' })
  return world
}

const retitle = (world: World): ReturnType<typeof world.request<'conversation.retitle'>> =>
  world.request('conversation.retitle', { conversationId: ID })

test('a person who asks for a new title gets one from the first question and the last answer, in place of their own', async () => {
  const world = await named()
  await world.send('And why does it pass on Linux?')
  world.model.last.replyText('There the port is reused.')
  await world.time.settle()
  const asked = retitle(world)
  await world.time.settle()
  const sent = JSON.stringify(world.model.last.call.request.messages)
  expect(sent).toContain('Why does the login test hang?')
  expect(sent).toContain('There the port is reused.')
  expect(world.state.type).toBe('idle')
  world.model.last.replyText('Reused ports')
  expect(await asked).toEqual({ ok: true, value: { title: 'Reused ports', problem: null } })
  expect(titleOf(world)).toBe('Reused ports')
  expect(world.restart().registry.rows.all()).toMatchObject([{ title: 'Reused ports' }])
})

test('a new title that fails or comes too late says so, and the old one stays', async () => {
  const world = await named()
  const refused = retitle(world)
  await world.time.settle()
  world.model.last.fail('overloaded')
  expect(await refused).toMatchObject({
    ok: true,
    value: { title: null, problem: expect.stringContaining('the old one stays') as string },
  })
  const late = retitle(world)
  await world.time.settle()
  await world.time.advance(10_000)
  world.model.last.replyText('Too late')
  expect(await late).toMatchObject({
    value: { title: null, problem: expect.stringContaining('longer than 10 seconds') as string },
  })
  expect(titleOf(world)).toBe('Mine')
})

test('a name that a person gives while a new title is made stays', async () => {
  const world = await named()
  const asked = retitle(world)
  await world.time.settle()
  const { last } = world.model
  await world.request('conversation.rename', { conversationId: ID, title: 'Mine again' })
  last.replyText('A title')
  expect(await asked).toEqual({ ok: true, value: { title: null, problem: null } })
  expect(titleOf(world)).toBe('Mine again')
})

test('a new title takes the place of the automatic one under way, whose limit no longer counts', async () => {
  const { world, ask } = await asking()
  await world.time.advance(5_000)
  const asked = retitle(world)
  await world.time.settle()
  expect(ask.call.signal.aborted).toBe(true)
  await world.time.advance(9_999)
  expect(world.model.last.call.signal.aborted).toBe(false)
  ask.replyText('The first')
  world.model.last.replyText('The second')
  expect(await asked).toMatchObject({ ok: true, value: { title: 'The second' } })
  expect(titleOf(world)).toBe('The second')
})

test('there is no new title where nothing was said, on a full disk, and while Phoenix closes', async () => {
  const empty = new World()
  expect(await retitle(empty)).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
  expect(empty.model.requests).toHaveLength(0)
  const world = await named()
  const asked = retitle(world)
  await world.time.settle()
  world.store.failing = 'full'
  world.model.last.replyText('A title')
  expect(await asked).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(titleOf(world)).toBe('Mine')
  const over = world.registry.shutdown()
  expect(await retitle(world)).toMatchObject({ ok: false, error: { code: 'closing' } })
  await over
})

test('a long first turn is read in parts: a Stop waits for none of them', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Why does the login test hang?')
  for (let round = 0; round < 60; round++) {
    world.model.last.callBash(`true ${round}`)
    await world.time.settle()
    world.tools.last.finish('')
    await world.time.settle()
  }
  const parts = vi.spyOn(world.store, 'messages')
  world.model.last.replyText('Nobody closes the server.')
  await world.time.settle()
  expect(parts.mock.calls.length).toBeGreaterThan(2)
  expect(JSON.stringify(world.model.last.call.request)).toContain('Why does the login test hang?')
})
