import { expect, test } from 'vitest'
import type { CommandOutput } from '../../../shared/protocol/commands.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { MESSAGE_PAGE } from '../../../shared/conversation/conversation.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { child, delegating, idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const NOT_FOUND = { ok: false, error: { code: 'notFound' } }

/** `messageId` null: the newest message of the person. */
function rewind(world: World, messageId: string | null, conversationId = ID) {
  const id = messageId as MessageId | null
  return world.request('conversation.rewind', { conversationId, messageId: id })
}

async function answer(world: World, text: string): Promise<void> {
  world.model.last.replyText(text)
  await world.time.settle()
}

async function say(world: World, text: string, reply = `Answer to ${text}`): Promise<void> {
  await world.send(text, text)
  await answer(world, reply)
}

/** Two turns; the messages have their texts as ids. */
async function talked(world = new World()): Promise<World> {
  await say(world, 'One')
  await say(world, 'Two')
  return world
}

function sentBy(world: World): string {
  return JSON.stringify(world.model.last.call.request.messages)
}

async function measured(world: World): Promise<CommandOutput<'conversation.measure'>> {
  const answer = await world.request('conversation.measure', { conversationId: ID })
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

async function differenceIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyConversation(world.store.log, ID, pacing)).difference
}

function withLimit(contextTokens: number, autoCompact: boolean) {
  const context = testContext()
  const limits = { ...context.primary.limits, contextTokens }
  return { context: { ...context, autoCompact, primary: { ...context.primary, limits } } }
}

test('an edited message returns to the composer, neither it nor what followed is sent again, and all stays on record', async () => {
  const world = await talked()
  const images = [testAttachment('a.png')]
  const shown = { messageId: 'Three' as MessageId, text: 'Three', attachments: images } as const
  world.runtime.dispatch({ type: 'userMessage', ...shown, mode: 'policy' }, () => {})
  await world.time.settle()
  await answer(world, 'I see')
  const before = world.transcript
  expect(await rewind(world, 'Three')).toEqual({
    ok: true,
    value: { text: 'Three', attachments: images },
  })
  expect(await rewind(world, 'Two')).toEqual({ ok: true, value: { text: 'Two', attachments: [] } })
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  await world.send('Two, again')
  expect(world.model.last.call.request.messages).toEqual([
    { role: 'user', blocks: [{ type: 'text', text: 'One' }] },
    { role: 'agent', blocks: [{ type: 'text', text: 'Answer to One' }] },
    { role: 'user', blocks: [{ type: 'text', text: 'Two, again' }] },
  ])
  expect(world.transcript).toEqual([
    ...before,
    'rewound from 5',
    'rewound from 3',
    'user: Two, again',
  ])
  expect(await differenceIn(world)).toBeNull()
})

test('a rewind survives a restart, and the log replays to it', async () => {
  const world = await talked()
  await rewind(world, 'Two')
  const again = world.restart()
  await again.send('On')
  expect(sentBy(again)).toContain('Answer to One')
  expect(sentBy(again)).not.toContain('Two')
  expect(await differenceIn(again)).toBeNull()
})

test('without a named message the newest active one is rewound, and there may be none', async () => {
  const world = await talked()
  expect(await rewind(world, null)).toMatchObject({ ok: true, value: { text: 'Two' } })
  expect(await rewind(world, null)).toMatchObject({ ok: true, value: { text: 'One' } })
  expect(await rewind(world, null)).toMatchObject(NOT_FOUND)
  await world.send('Anew')
  expect(sentBy(world)).toBe(
    JSON.stringify([{ role: 'user', blocks: [{ type: 'text', text: 'Anew' }] }]),
  )
})

test('only an active message of the person can be edited; any other changes nothing', async () => {
  const world = new World()
  await world.send('One', 'One')
  world.model.last.reply([{ type: 'text', text: 'Half' }], 'maxTokens')
  await world.time.settle()
  await answer(world, 'Whole')
  await say(world, 'Two')
  await rewind(world, 'Two')
  const ids = world.store.history(ID).map(({ id }) => id)
  expect(world.transcript.slice(0, 3)).toEqual(['user: One', 'agent: Half', 'user: Continue.'])
  for (const id of [ids[1], ids[2], 'Two', 'unknown']) {
    expect(await rewind(world, id ?? '')).toMatchObject(NOT_FOUND)
  }
  expect(world.store.history(ID).map(({ id }) => id)).toEqual(ids)
})

test('nothing is rewound while the agent works', async () => {
  const world = await talked()
  await world.send('Three')
  expect(await rewind(world, 'Two')).toMatchObject({ ok: false, error: { code: 'busy' } })
  await answer(world, 'Done')
  expect(world.transcript).not.toContain('rewound from 3')
})

test('messages to a sub-agent cannot be rewound', async () => {
  const world = await delegating('Look')
  const agent = idOf(child(world, 0))
  const [task] = world.store.history(agent)
  expect(await rewind(world, task?.id ?? '', agent)).toMatchObject({
    ok: false,
    error: { code: 'invalidInput' },
  })
})

test('after an error a rewind leaves nothing to continue or retry, and waiting messages are held', async () => {
  const world = await talked()
  await world.send('Three', 'Three')
  await world.putInOutbox('later')
  world.model.last.fail('auth')
  await world.time.settle()
  const asked = world.model.requests.length
  await rewind(world, 'Three')
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  await world.request('turn.continue', { conversationId: ID })
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  expect(world.model.requests).toHaveLength(asked)
  expect(world.store.waiting(ID)).toMatchObject([{ text: 'later', when: 'held' }])
})

test('it leads out of a conversation that is too long: a shorter message is accepted and sent', async () => {
  const world = new World(undefined, undefined, withLimit(2_000, false))
  await say(world, 'One')
  await world.send('word '.repeat(4_000), 'long')
  expect(world.state).toMatchObject({ type: 'contextExhausted' })
  expect(await rewind(world, null)).toMatchObject({ ok: true })
  expect(await world.send('Short')).toEqual({ type: 'accepted' })
  expect(sentBy(world)).toContain('Answer to One')
  expect(sentBy(world)).not.toContain('word')
  expect(await differenceIn(world)).toBeNull()
})

test('a summary goes with the messages it replaced, and the next one covers the active messages', async () => {
  const world = await talked()
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  await answer(world, 'They counted.')
  await rewind(world, 'Two')
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(sentBy(world)).toContain('Answer to One')
  expect(sentBy(world)).not.toMatch(/Two|They counted/)
})

test('a fork begins without rewound messages', async () => {
  const world = await talked()
  await rewind(world, 'Two')
  const newConversationId = 'fork' as ConversationId
  await world.request('conversation.fork', {
    conversationId: ID,
    newConversationId,
    throughSeq: null,
  })
  const [first] = world.store.history(newConversationId)
  const said = first?.content.type === 'summary' ? first.content.text : ''
  expect(said).toContain('Answer to One')
  expect(said).not.toContain('Two')
})

test('usage counts the active messages, however far back they are', async () => {
  const world = await talked()
  const before = world.runtime.use
  for (let turn = 0; turn < MESSAGE_PAGE / 2; turn++) await say(world, `More ${turn}`)
  const again = world.restart()
  expect(again.runtime.use.usedTokens).toBeGreaterThan(before.usedTokens)
  await rewind(again, 'More 0')
  expect(again.runtime.use).toEqual(before)
  expect(again.restart().runtime.use).toEqual(before)
  const told = again.events.findLast((event) => event.type === 'conversation.stepped')
  expect(told).toMatchObject({ usedTokens: before.usedTokens })
})

test('only active messages go into the next request; earlier usage still counts', async () => {
  const world = new World()
  world.model.usage = { ...NO_USAGE, inputTokens: 1_000 }
  await say(world, 'One')
  const { shares } = await measured(world)
  await say(world, 'Two')
  const { spend } = await measured(world)
  await rewind(world, 'Two')
  expect(await measured(world)).toMatchObject({ shares, spend })
})

test('a title is requested from the active messages, and only once', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('One', 'One')
  world.model.last.fail('auth')
  await world.time.settle()
  await rewind(world, 'One')
  await say(world, 'Why does it hang?', 'Nobody closes it.')
  expect(sentBy(world)).toContain('Why does it hang?')
  expect(sentBy(world)).not.toContain('One')
  await answer(world, 'A title')
  const asked = world.model.requests.length
  await rewind(world, null)
  await say(world, 'Anew')
  expect(world.model.requests).toHaveLength(asked + 1)
})

test('the folder instructions stay as they were read, and are read again with the message that replaces it', async () => {
  const world = new World()
  world.instructions.write('Use tabs.')
  await say(world, 'One')
  await rewind(world, 'One')
  await say(world, 'One, again')
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('Use tabs.')
  expect(world.transcript.filter((line) => line.startsWith('system'))).toHaveLength(1)
  world.instructions.write('Use spaces.')
  await rewind(world, null)
  await say(world, 'Once more')
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain('Use spaces.')
})
