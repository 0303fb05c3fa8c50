import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentLimits } from '../../../shared/messages/document-limits.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import type { Repair } from '../../../shared/messages/repair.ts'
import { buildToolless } from './build-compaction.ts'
import { buildRequest, Projection } from './build-request.ts'
import { sharesOf } from './context-shares.ts'
import { contextUse, usedTokens } from './context-window.ts'
import { mediaIn } from './image-budget.ts'
import type { ModelRequest } from './model-request.ts'
import { type RejectedPart, repairsFor, withoutDocuments, withRepair } from './repairs.ts'
import { testAttachment, testFile, testPdf } from '../testing/test-attachment.ts'
import { agent, place, summary, text, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { validateRequest } from './validate-request.ts'

const LIMITS: DocumentLimits = { bytes: 10_000_000, pages: 50, tokensPerPage: 1_000 }
const MODEL = { endpoint: 'anthropic', model: 'm' }
const BARE = { ...MODEL, system: '', tools: [] }
const FRAME = { ...BARE, documents: LIMITS }
const DROPPED: MessageContent = { type: 'attachmentsDropped' }

function attached(...files: readonly ReturnType<typeof testFile>[]): MessageContent {
  return { ...user('Read'), attachments: files }
}

function asked(contents: readonly MessageContent[], frame = FRAME): ModelRequest {
  const request = buildRequest(place(contents), frame)
  expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
  return request
}

function shownIn({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(({ blocks }) => mediaIn(blocks)).map(({ name }) => name)
}

const ABOUT = '[file a.pdf: application/pdf, 1.0 KB, kept at /attached/a.pdf.'

test('a PDF is named with its path and follows as a document, ahead of the text', () => {
  const pdf = testPdf('a.pdf', 3)
  expect(asked([attached(pdf)]).messages[0]?.blocks).toEqual([
    { type: 'text', text: `${ABOUT} The document follows.]` },
    {
      type: 'document',
      blob: pdf.original,
      bytes: 1_000,
      mediaType: 'application/pdf',
      name: 'a.pdf',
      pages: 3,
      tokens: 3_000,
    },
    { type: 'text', text: 'Read' },
  ])
})

test.each([
  ['too many pages', testPdf('a.pdf', 51), 'It is too large to be shown to you: look at it'],
  ['too many bytes', testPdf('a.pdf', 1, { bytes: 10_000_001 }), 'It is too large'],
  ['pages that nobody could count', testPdf('a.pdf', 1, { pages: undefined }), 'Look at it'],
])('one of %s is only named, in one sentence', (_, pdf, words) => {
  const request = asked([attached(pdf)])
  expect(shownIn(request)).toEqual([])
  expect(JSON.stringify(request)).toContain(`kept at /attached/a.pdf. ${words}`)
})

test('a model that accepts no PDF gets its name and path, as with any file', () => {
  const request = asked([attached(testPdf('a.pdf'))], BARE as typeof FRAME)
  expect(request.messages[0]?.blocks[0]).toEqual({
    type: 'text',
    text: `${ABOUT} Look at it with your tools.]`,
  })
  expect(shownIn(request)).toEqual([])
})

test('documents and images share the byte limit; the oldest are replaced by their names first', () => {
  const large = { bytes: 7_000_000 }
  const image = testAttachment('b.png', { bytes: 3_000_000 })
  const contents = [
    attached(testPdf('a.pdf', 2, large)),
    agent(text('Yes.')),
    { ...user('Look'), attachments: [image] } as const,
    agent(text('Yes.')),
    attached(testPdf('c.pdf', 2, large)),
  ]
  expect(shownIn(asked(contents))).toEqual(['a.pdf', 'b.png', 'c.pdf'])
  const more = asked([...contents, agent(text('Yes.')), attached(testPdf('d.pdf', 2, large))])
  expect(shownIn(more)).toEqual(['d.pdf'])
  expect(more.messages[0]?.blocks[1]).toEqual({
    type: 'text',
    text: '[document a.pdf left out: request budget]',
  })
})

test('a request never holds more pages than the model accepts', () => {
  const two = [attached(testPdf('a.pdf', 30)), agent(text('Yes.')), attached(testPdf('b.pdf', 20))]
  expect(shownIn(asked(two))).toEqual(['a.pdf', 'b.pdf'])
  const three = asked([...two, agent(text('Yes.')), attached(testPdf('c.pdf', 10))])
  expect(shownIn(three)).toEqual(['c.pdf'])
  const grown = new Projection(FRAME)
  grown.of(place(two))
  expect(grown.of(place([...two, agent(text('Yes.')), attached(testPdf('c.pdf', 10))]))).toEqual(
    three.messages,
  )
  expect(grown.takeNoRoomFor()).toHaveLength(2)
})

test('the cached request is discarded when the new model accepts other documents', () => {
  const projection = new Projection(FRAME)
  expect(projection.isFor(FRAME)).toBe(true)
  expect(projection.isFor({ ...FRAME, documents: { ...LIMITS } })).toBe(true)
  expect(projection.isFor({ ...FRAME, documents: { ...LIMITS, pages: 2 } })).toBe(false)
  expect(projection.isFor(BARE)).toBe(false)
})

test('after a summary only the documents of the newest message remain, unless they were dropped', () => {
  const [first, last] = [attached(testPdf('a.pdf')), attached(testPdf('b.pdf'))]
  expect(shownIn(asked([first, agent(text('Yes.')), last, summary('So far.')]))).toEqual(['b.pdf'])
  const dropped = asked([first, DROPPED, summary('So far.')])
  expect(shownIn(dropped)).toEqual([])
  expect(JSON.stringify(dropped)).toContain(`${ABOUT} Look at it with your tools.]`)
})

test('a document that a person dropped stays a name', () => {
  const request = asked([attached(testPdf('a.pdf')), agent(text('Yes.')), DROPPED, user('On')])
  expect(request.messages[0]?.blocks[1]).toEqual({
    type: 'text',
    text: '[document a.pdf left out: the user dropped it]',
  })
})

test('a document is included in a final request without tools, too', () => {
  const request = buildToolless(place([attached(testPdf('a.pdf'))]), FRAME)
  expect(shownIn(request)).toEqual(['a.pdf'])
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
})

test('more document bytes than a request accepts are found before sending', () => {
  const { messages } = asked([attached(testPdf('a.pdf', 2, { bytes: 10_000_000 }))])
  const [message] = messages
  if (message === undefined) throw new Error('no message')
  const twice = { ...message, blocks: [...message.blocks, ...message.blocks] }
  const request = { system: '', tools: [], messages: [twice] }
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([
    'images and documents of 20000000 bytes',
  ])
  const ofAgent = [...messages, { ...message, role: 'agent' } as const]
  expect(
    validateRequest({ ...request, messages: ofAgent }, { endsWithAgent: true }).join(),
  ).toContain('a document outside a user message')
})

test('a document is measured by its pages, and as its placeholder where it is dropped, refused or not shown', () => {
  const tokens = (contents: readonly MessageContent[], frame = FRAME): number =>
    usedTokens(place(contents), frame)
  const pdf = testPdf('a.pdf', 10)
  const words = tokens([attached(pdf)], BARE as typeof FRAME)
  expect(words).toBeLessThan(100)
  expect(tokens([attached(pdf)]) - words).toBeGreaterThan(9_900)
  expect(tokens([attached(pdf), DROPPED])).toBeLessThan(100)
  expect(tokens([attached(testPdf('a.pdf', 51))])).toBeLessThan(100)
  expect(tokens([attached(pdf), summary('So far.')])).toBeGreaterThan(10_000)
  const repaired = withRepair(place([attached(pdf)]), 'm', {
    type: 'withoutDocuments',
    blobs: [pdf.original],
  })
  expect(usedTokens(repaired, FRAME)).toBeLessThan(100)
  const counted = { ...agent(text('Yes.')), usage: { ...USAGE, inputTokens: 30_000 } }
  expect(tokens([attached(pdf), counted as MessageContent])).toBe(30_000)
  expect(tokens([attached(pdf), counted as MessageContent, DROPPED])).toBe(20_000)
  const apart = { systemPrompt: '', notes: [] }
  expect(sharesOf(asked([attached(pdf)]), apart).files).toBe(10_000)
})

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

test('the meter says what the model accepts, and whether there is something to drop', () => {
  const messages = place([attached(testPdf('a.pdf'))])
  const use = contextUse(messages, 1_000, null, { ...MODEL, documents: LIMITS })
  expect(use).toMatchObject({ holdsImages: true, documents: LIMITS })
  const bare = contextUse(messages, 1_000, null, MODEL)
  expect(bare).toMatchObject({ holdsImages: false })
  expect(bare).not.toHaveProperty('documents')
})

function repairsOf(
  contents: readonly MessageContent[],
  rejectedPart: RejectedPart,
): readonly Repair['type'][] {
  const history = place(contents)
  return repairsFor({
    rejectedPart,
    request: buildRequest(history, FRAME),
    effort: 'auto',
    requestWith: (repair) => buildRequest(withRepair(history, 'm', repair), FRAME),
    canBeSummarised: true,
  }).map(({ type }) => type)
}

test('a refused document is left out, also when a request is too large or the cause is unknown', () => {
  const contents = [attached(testPdf('a.pdf')), agent(text('Yes.')), attached(testPdf('b.pdf'))]
  const document = { type: 'document', at: null } as const
  expect(repairsOf(contents, document)).toEqual(['withoutDocuments', 'withSummary'])
  expect(repairsOf(contents, { type: 'size' })).toEqual(['withoutDocuments', 'withSummary'])
  expect(repairsOf(contents, { type: 'unclear' })).toEqual(['withoutDocuments', 'withSummary'])
  expect(repairsOf(contents, { type: 'images' })).toEqual(['withoutDocuments', 'withSummary'])
  expect(repairsOf([user('Go')], document)).toEqual(['withSummary'])
})

test('when the server names one document, the others stay', () => {
  const [a, b] = [testPdf('a.pdf'), testPdf('b.pdf')]
  const history = place([attached(a), agent(text('Yes.')), attached(b)])
  const request = buildRequest(history, FRAME)
  const requestWith = (repair: Repair) => buildRequest(withRepair(history, 'm', repair), FRAME)
  const rejectedPart = { type: 'document', at: { message: 2, block: 1, part: null } } as const
  const refused = {
    rejectedPart,
    request,
    effort: 'auto',
    requestWith,
    canBeSummarised: false,
  } as const
  const [repair] = repairsFor(refused)
  expect(repair).toEqual({ type: 'withoutDocuments', blobs: [b.original] })
  if (repair === undefined) throw new Error('no repair')
  expect(shownIn(requestWith(repair))).toEqual(['a.pdf'])
  expect(JSON.stringify(requestWith(repair))).toContain(
    '[document b.pdf left out: the model could not take it]',
  )
  expect(withoutDocuments(history, FRAME)).toEqual([
    { type: 'withoutDocuments', blobs: [a.original, b.original] },
  ])
  expect(withoutDocuments(withRepair(history, 'm', repair), FRAME)).toEqual([
    { type: 'withoutDocuments', blobs: [a.original] },
  ])
  expect(withoutDocuments(history, BARE)).toEqual([])
})

const anyContent = fc.oneof(
  fc
    .tuple(fc.constantFrom('a.pdf', 'b.pdf', 'c.pdf'), fc.integer({ min: 1, max: 60 }))
    .map(([name, pages]) => attached(testPdf(name, pages))),
  fc.constantFrom<MessageContent>(user('Go'), agent(text('Yes.')), DROPPED, summary('So far.')),
)

testProperty(
  'for any attached PDFs, the request is valid, within its page limit, and the same however it was built',
  fc.property(fc.array(anyContent, { minLength: 1, maxLength: 24 }), (contents) => {
    const messages: readonly Message[] = place([user('Hello'), ...contents, user('On')])
    const grown = new Projection(FRAME)
    for (let seen = 1; seen <= messages.length; seen++) grown.of(messages.slice(0, seen))
    const request = buildRequest(messages, FRAME)
    expect(grown.of(messages)).toEqual(request.messages)
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
    const pages = request.messages.flatMap(({ blocks }) =>
      blocks.map((block) => (block.type === 'document' ? block.pages : 0)),
    )
    expect(pages.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(LIMITS.pages)
  }),
)
