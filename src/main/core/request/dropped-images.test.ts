import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { buildRequest, Projection } from './build-request.ts'
import { imagesIn } from './image-budget.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { agent, call, imageResult, place, summary, text, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { validateRequest } from './validate-request.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }
const DROPPED: MessageContent = { type: 'attachmentsDropped' }

function look(name: string): MessageContent {
  return { ...user('Look'), attachments: [testAttachment(name)] }
}

function asked(...contents: readonly MessageContent[]) {
  return buildRequest(place(contents), FRAME).messages
}

test('once images are dropped, requests have placeholders for them, in results too', () => {
  const before = [look('a.png'), agent(call('x')), imageResult(1, 0, 'b.png'), agent(text('Seen.'))]
  const messages = asked(...before, DROPPED, look('c.png'))
  expect(messages[0]?.blocks).toEqual([
    { type: 'text', text: '[image a.png left out: the user dropped it]' },
    { type: 'text', text: 'Look' },
  ])
  expect(JSON.stringify(messages[2])).toContain('[image b.png left out: the user dropped it]')
  expect(messages.flatMap(({ blocks }) => imagesIn(blocks)).map(({ name }) => name)).toEqual([
    'c.png',
  ])
})

test('results that wait for their reply lose their images too', () => {
  const messages = asked(user('Go'), agent(call('x')), imageResult(1, 0, 'b.png'), DROPPED)
  expect(messages.flatMap(({ blocks }) => imagesIn(blocks))).toEqual([])
})

test('after a later summary the newest message appears without its dropped images', () => {
  const messages = asked(look('a.png'), agent(text('Seen.')), DROPPED, summary('So far.'))
  expect(messages.flatMap(({ blocks }) => imagesIn(blocks))).toEqual([])
  const said = JSON.stringify(messages)
  expect(said).toContain('[image a.png left out: the user dropped it]\\nLook')
  const again = asked(look('a.png'), DROPPED, summary('One.'), look('b.png'), summary('Two.'))
  expect(again.flatMap(({ blocks }) => imagesIn(blocks)).map(({ name }) => name)).toEqual(['b.png'])
})

test('later messages have the whole image budget again', () => {
  const many = Array.from({ length: 60 }, (_, n) => [look(`${n}.png`), agent(text('Seen.'))]).flat()
  const messages = asked(...many, DROPPED, ...many)
  expect(messages.flatMap(({ blocks }) => imagesIn(blocks))).toHaveLength(60)
})

const content = fc.constantFrom<MessageContent>(
  look('a.png'),
  user('Go'),
  agent(text('Seen.')),
  DROPPED,
  summary('So far.'),
)

testProperty(
  'wherever images are dropped, the request is valid, holds none from before, and is the same however it was built',
  fc.property(fc.array(content, { minLength: 1, maxLength: 30 }), (contents) => {
    const messages: readonly Message[] = place([user('Hello'), ...contents, user('On')])
    const grown = new Projection(FRAME)
    for (let seen = 1; seen <= messages.length; seen++) grown.of(messages.slice(0, seen))
    const request = buildRequest(messages, FRAME)
    expect(grown.of(messages)).toEqual(request.messages)
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
    const last = contents.findLastIndex(({ type }) => type === 'attachmentsDropped')
    const later = contents.slice(last + 1).filter((each) => each.type === 'user')
    const most = later.reduce((sum, { attachments }) => sum + attachments.length, 0)
    const images = request.messages.flatMap(({ blocks }) => imagesIn(blocks))
    if (last !== -1) expect(images.length).toBeLessThanOrEqual(most)
  }),
)
