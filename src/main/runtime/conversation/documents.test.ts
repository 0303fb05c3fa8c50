import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { testPdf } from '../../core/testing/test-attachment.ts'
import { World } from '../fakes/world.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const DOCUMENTS = { bytes: 1_000_000, pages: 100, tokensPerPage: 1_000 }

/** A model that can read so many tokens, documents among them. */
function reader(contextTokens = 50_000, change: Partial<Context> = {}): World {
  const { primary, ...context } = testContext()
  const limits = { ...primary.limits, contextTokens }
  return new World(undefined, undefined, {
    context: { ...context, ...change, primary: { ...primary, limits, documents: DOCUMENTS } },
  })
}

function sentBy({ model }: World): string {
  return JSON.stringify(model.last.call.request.messages)
}

async function differenceIn(world: World): Promise<unknown> {
  const pacing = { clock: world.time, pause: () => Promise.resolve() }
  return (await verifyConversation(world.store.log, ID, pacing)).difference
}

const SHOWN = '"type":"document"'

test('a PDF goes to the model with each request, also after a restart', async () => {
  const world = reader()
  await world.sendWithAttachments('Read', [testPdf('a.pdf')])
  expect(sentBy(world)).toContain(SHOWN)
  world.model.last.replyText('I have read it')
  await world.time.settle()
  const first = sentBy(world)
  const again = world.restart()
  again.context = world.context
  await again.send('And?')
  expect(sentBy(again).startsWith(first.slice(0, -2))).toBe(true)
  expect(await differenceIn(again)).toBeNull()
})

test('a PDF that its server refuses although Phoenix thought it fits is replaced by its name, and the request repeated at once', async () => {
  const world = reader()
  await world.sendWithAttachments('Read', [testPdf('a.pdf', 10)])
  world.model.last.fail('contextFull')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  expect(sentBy(world)).not.toContain(SHOWN)
  expect(sentBy(world)).toContain('[document a.pdf left out: the model could not take it]')
  expect(world.contents.at(-1)).toMatchObject({
    type: 'repair',
    text: 'The conversation is longer than claude-test can read. It was asked again without PDF documents; they stay on record.',
  })
  world.model.last.replyText('By its name, then')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(await differenceIn(world)).toBeNull()
})

test('a PDF that is too long with nothing to summarise is replaced by its name; a full conversation is summarised to fit a new one', async () => {
  const world = reader()
  await world.sendWithAttachments('Read', [testPdf('a.pdf', 50)])
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  expect(sentBy(world)).not.toContain(SHOWN)
  world.model.last.replyText('By its name, then')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })

  const roomy = reader()
  const words = 'word '.repeat(20_000)
  await roomy.send(words)
  roomy.model.last.replyText(words)
  await roomy.time.settle()
  await roomy.sendWithAttachments('Read', [testPdf('a.pdf', 20)])
  expect(roomy.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  roomy.model.last.replyText('They spoke of words.')
  await roomy.time.settle()
  expect(roomy.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  expect(sentBy(roomy)).toContain(SHOWN)
  roomy.model.last.replyText('I have read it')
  await roomy.time.settle()
  await roomy.sendWithAttachments(words, [testPdf('b.pdf', 45)])
  expect(roomy.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  roomy.model.last.replyText('They spoke of a PDF.')
  await roomy.time.settle()
  expect(roomy.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  expect(sentBy(roomy)).not.toContain(SHOWN)
})

test('a person drops a document like images', async () => {
  const world = reader(5_000, { autoCompact: false })
  await world.sendWithAttachments('Read', [testPdf('a.pdf', 20)])
  expect(world.state).toMatchObject({ type: 'contextExhausted' })
  expect(world.runtime.use).toMatchObject({ holdsImages: true, documents: DOCUMENTS })
  await world.request('attachments.drop', { conversationId: ID })
  expect(world.runtime.use.holdsImages).toBe(false)
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  expect(sentBy(world)).toContain('[document a.pdf left out: the user dropped it]')
})
