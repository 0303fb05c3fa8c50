import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const DROP = { conversationId: ID }
const DONE = { ok: true, value: {} }
const PICTURE = testAttachment('a.png', { width: 1_500, height: 1_500 })

function withLimit(contextTokens: number, change: Partial<Context> = {}): Context {
  const context = testContext()
  const limits = { ...context.primary.limits, contextTokens }
  return { ...context, primary: { ...context.primary, limits }, ...change }
}

async function differenceIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyConversation(world.store.log, ID, pacing)).difference
}

test('dropping images leads out of a conversation that is too long: Continue asks without them, and they stay on record', async () => {
  const world = new World(undefined, undefined, {
    context: withLimit(2_500, { autoCompact: false }),
  })
  await world.sendWithAttachments('Look', [PICTURE, PICTURE])
  expect(world.model.requests).toHaveLength(0)
  expect(world.state).toMatchObject({ type: 'contextExhausted' })
  const told = world.events.flatMap((event) =>
    event.type === 'conversation.stepped' ? (event.limits ?? []) : [],
  )
  expect(told.at(-1)).toMatchObject({ holdsImages: true })
  expect(await world.request('attachments.drop', DROP)).toEqual(DONE)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'contextExhausted' } })
  expect(world.runtime.use.holdsImages).toBe(false)
  await world.request('turn.continue', DROP)
  await world.time.settle()
  expect(world.model.last.call.request.messages).toEqual([
    {
      role: 'user',
      blocks: [
        { type: 'text', text: '[image a.png left out: the user dropped it]' },
        { type: 'text', text: '[image a.png left out: the user dropped it]' },
        { type: 'text', text: 'Look' },
      ],
    },
  ])
  world.model.last.replyText('I cannot see it')
  await world.time.settle()
  expect(world.contents[0]).toMatchObject({ attachments: [PICTURE, PICTURE] })
  expect(await differenceIn(world)).toBeNull()
})

test('without images dropping does nothing, and shows nothing', async () => {
  const world = new World()
  await world.sendWithAttachments('Hello', [])
  world.model.last.replyText('Hi')
  await world.time.settle()
  expect(await world.request('attachments.drop', DROP)).toEqual(DONE)
  await world.sendWithAttachments('Look', [PICTURE])
  world.model.last.replyText('I see')
  await world.time.settle()
  await world.request('attachments.drop', DROP)
  expect(await world.request('attachments.drop', DROP)).toEqual(DONE)
  expect(world.transcript.slice(2)).toEqual(['user: Look', 'agent: I see', 'attachmentsDropped'])
})

test('nothing is dropped while the agent works; dropped images stay dropped after a restart', async () => {
  const world = new World()
  await world.sendWithAttachments('Look', [PICTURE])
  expect(await world.request('attachments.drop', DROP)).toMatchObject({
    ok: false,
    error: { code: 'busy' },
  })
  world.model.last.replyText('I see')
  await world.time.settle()
  await world.request('attachments.drop', DROP)
  const again = world.restart()
  await again.sendWithAttachments('On', [])
  expect(JSON.stringify(again.model.last.call.request.messages)).not.toContain('"image"')
  expect(await differenceIn(again)).toBeNull()
})
