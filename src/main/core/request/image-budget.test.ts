import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../../shared/messages/message.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { MAX_REQUEST_IMAGE_BYTES } from '../../../shared/models/image-limits.ts'
import { buildRequest, Projection } from './build-request.ts'
import type { RequestBlock } from './model-request.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { testProperty } from '../testing/test-property.ts'
import { validateRequest } from './validate-request.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

/** One message for each list of sizes, each of them answered. */
function history(turns: readonly (readonly number[])[]): Message[] {
  return turns.flatMap((sizes, turn): Message[] => {
    const attachments = sizes.map((bytes, n) => testAttachment(`${turn}-${n}.png`, { bytes }))
    const said = { type: 'user', text: '', attachments, author: 'person' } as const
    const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
    const blocks = [{ type: 'text', text: 'I see.' }] as const
    const by = { endpoint: 'anthropic', model: 'm', price: null }
    const reply = { type: 'agent', turnId: 't' as never, ...by, blocks, usage } as const
    return [
      { id: `u${turn}` as MessageId, seq: 2 * turn + 1, at: 0, content: said },
      {
        id: `a${turn}` as MessageId,
        seq: 2 * turn + 2,
        at: 0,
        content: { ...reply, end: 'endTurn' },
      },
    ]
  })
}

function blocksOf(messages: readonly Message[]): readonly RequestBlock[] {
  return buildRequest(messages, FRAME).messages.flatMap(({ blocks }) => blocks)
}

function shownOf(messages: readonly Message[]): readonly string[] {
  return blocksOf(messages).flatMap((block) => (block.type === 'image' ? [block.name] : []))
}

test('images within the budget are all sent', () => {
  expect(shownOf(history([[3e6, 3e6], [3e6]]))).toEqual(['0-0.png', '0-1.png', '1-0.png'])
})

test('over 18 MB the oldest images are replaced by text, half of the budget at once', () => {
  const messages = history([[3e6, 3e6], [3e6, 3e6], [3e6, 3e6], [3e6]])
  expect(shownOf(messages)).toEqual(['2-0.png', '2-1.png', '3-0.png'])
  expect(blocksOf(messages)[0]).toEqual({
    type: 'text',
    text: '[image 0-0.png left out: request budget]',
  })
})

test('a conversation never sends more than 100 images: of 150 it sends the newest 99, because the 101st freed 51', () => {
  const messages = history(Array.from({ length: 150 }, () => [10]))
  const newest = Array.from({ length: 99 }, (_, index) => `${51 + index}-0.png`)
  expect(shownOf(messages)).toEqual(newest)
})

function freed(from: number): readonly string[] {
  return Array.from({ length: 51 }, (_, index) => testAttachment(`${from + index}-0.png`).copy)
}

test('each omitted image is reported once, by its hash; reading the history again reports them all', () => {
  const messages = history(Array.from({ length: 151 }, () => [10]))
  const projection = new Projection(FRAME)
  projection.of(messages.slice(0, 200))
  expect(projection.takeNoRoomFor()).toEqual([])
  projection.of(messages.slice(0, 202))
  expect(projection.takeNoRoomFor()).toEqual(freed(0))
  projection.of(messages.slice(0, 300))
  expect(projection.takeNoRoomFor()).toEqual([])
  projection.of(messages.slice(2))
  expect(projection.takeNoRoomFor()).toEqual(freed(1))
})

/** Role and block of each, as a provider's cache sees them. */
function linesOf(projection: Projection, messages: readonly Message[]): readonly string[] {
  return projection
    .of(messages)
    .flatMap(({ role, blocks }) => blocks.map((block) => `${role} ${JSON.stringify(block)}`))
}

test('each request begins with the previous one, except where the budget has left out images since', () => {
  const messages = history(Array.from({ length: 250 }, () => [100_000]))
  const projection = new Projection(FRAME)
  let before: readonly string[] = []
  const begunAnew: number[] = []
  for (let turn = 1; turn <= 250; turn++) {
    const lines = linesOf(projection, messages.slice(0, 2 * turn - 1))
    const isPrefix = before.every((line, index) => line === lines[index])
    expect(isPrefix).toBe(projection.takeNoRoomFor().length === 0)
    if (!isPrefix) begunAnew.push(turn)
    before = lines
  }
  expect(begunAnew).toEqual([101, 152, 203])
})

const sizes = fc.array(fc.integer({ min: 1, max: 3_932_160 }), { minLength: 1, maxLength: 20 })
testProperty(
  'row 19: for any attachments, the request is valid, within budget, and the same however it was built',
  fc.property(fc.array(sizes, { minLength: 1, maxLength: 12 }), (turns) => {
    const messages = history(turns)
    const grown = new Projection(FRAME)
    for (let seen = 1; seen <= messages.length; seen++) grown.of(messages.slice(0, seen))
    const request = buildRequest(messages, FRAME)
    expect(grown.of(messages)).toEqual(request.messages)
    expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
    const bytes = new Map(
      turns.flatMap((turn, t) => turn.map((size, n) => [`${t}-${n}.png`, size])),
    )
    const sum = shownOf(messages).reduce((all, name) => all + (bytes.get(name) ?? 0), 0)
    expect(sum).toBeLessThanOrEqual(MAX_REQUEST_IMAGE_BYTES)
    expect(shownOf(messages).at(-1)).toBe([...bytes.keys()].at(-1))
  }),
)
