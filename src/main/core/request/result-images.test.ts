import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_REQUEST_IMAGE_BYTES } from '../../../shared/models/image-limits.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { buildCompaction, buildToolless } from './build-compaction.ts'
import { buildRequest, Projection } from './build-request.ts'
import { usedTokens } from './context-window.ts'
import { imagesIn } from './image-budget.ts'
import { agent, call, imageResult, place, text, user } from '../testing/test-messages.ts'
import { testProperty } from '../testing/test-property.ts'
import { validateRequest } from './validate-request.ts'

const FRAME = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }

/** A file is read in each round; its image has so many bytes. */
function reading(sizes: readonly number[]): readonly Message[] {
  return place([
    user('Look'),
    ...sizes.flatMap((bytes, round) => [
      agent(call(`call_${round}`)),
      imageResult(1 + 2 * round, 0, `${round}.png`, bytes),
    ]),
    agent(text('I see.')),
  ])
}

function shown(messages: readonly Message[]): readonly string[] {
  return buildRequest(messages, FRAME).messages.flatMap(({ blocks }) =>
    imagesIn(blocks).map(({ name }) => name),
  )
}

test("an image is part of its call's result", () => {
  const request = buildRequest(reading([100]), FRAME)
  expect(request.messages[2]?.blocks).toMatchObject([
    {
      type: 'toolResult',
      isError: false,
      content: [
        { type: 'text', text: '0.png: an image.' },
        { type: 'image', name: '0.png' },
      ],
    },
  ])
  expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
})

test('a failed result names its image, because no provider accepts one there', () => {
  const messages = place([
    user('Look'),
    agent(call('a')),
    { ...imageResult(1, 0, 'cat.png'), outcome: 'failed' } as ReturnType<typeof imageResult>,
  ])
  const request = buildRequest(messages, FRAME)
  expect(shown(messages)).toEqual([])
  expect(JSON.stringify(request)).toContain('[image cat.png]')
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
})

test('an image in a failed result, and more images than a request accepts, are found before sending', () => {
  const { messages } = buildRequest(reading(Array.from({ length: 60 }, () => 10)), FRAME)
  const failed = messages.map((message) => ({
    ...message,
    blocks: message.blocks.map((block) =>
      block.type === 'toolResult' ? { ...block, isError: true } : block,
    ),
  }))
  const complaintsOf = (each: typeof messages): string =>
    validateRequest({ ...FRAME, messages: each }, { endsWithAgent: true }).join()
  expect(complaintsOf(failed)).toContain('an image in a failed result')
  expect(complaintsOf([...messages, ...messages])).toContain('120 images')
  const large = buildRequest(reading([3e6, 3e6, 3e6]), FRAME).messages
  expect(complaintsOf([...large, ...large, ...large])).toContain(
    'images and documents of 27000000 bytes',
  )
})

test('over 18 MB the oldest images are replaced by text, in results too', () => {
  const messages = reading(Array.from({ length: 7 }, () => 3e6))
  expect(shown(messages)).toEqual(['4.png', '5.png', '6.png'])
  expect(JSON.stringify(buildRequest(messages, FRAME))).toContain(
    '[image 0.png left out: request budget]',
  )
})

test('if one reply has too many images for a request, the newest stay', () => {
  const calls = Array.from({ length: 7 }, (_, index) => call(`call_${index}`))
  const results = calls.map((_, index) => imageResult(1, index, `${index}.png`, 3e6))
  expect(shown(place([user('Look'), agent(...calls), ...results]))).toEqual([
    '4.png',
    '5.png',
    '6.png',
  ])
})

const sizes = fc.array(fc.integer({ min: 1, max: 3_932_160 }), { minLength: 1, maxLength: 30 })
testProperty(
  'for any images read, the request is valid, within budget, and the same however it was built',
  fc.property(sizes, (given) => {
    const messages = reading(given)
    const grown = new Projection(FRAME)
    for (let seen = 1; seen <= messages.length; seen++) grown.of(messages.slice(0, seen))
    const request = buildRequest(messages, FRAME)
    expect(grown.of(messages)).toEqual(request.messages)
    expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
    const names = shown(messages)
    const sum = names.reduce((all, name) => all + (given[Number.parseInt(name, 10)] ?? 0), 0)
    expect(sum).toBeLessThanOrEqual(MAX_REQUEST_IMAGE_BYTES)
    expect(names.at(-1)).toBe(`${given.length - 1}.png`)
  }),
)

test('without tools the image follows the text of its result; a summary names it', () => {
  const request = buildToolless(reading([100]), FRAME)
  expect(request.messages[2]?.blocks).toMatchObject([
    { type: 'text', text: '[result]\n0.png: an image.' },
    { type: 'image', name: '0.png' },
  ])
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  const summary = buildCompaction(reading([100]), {
    endpoint: 'anthropic',
    model: 'm',
    limitTokens: 100_000,
  })
  expect(JSON.stringify(summary)).toContain('[image 0.png]')
  expect(summary?.messages.flatMap(({ blocks }) => imagesIn(blocks))).toEqual([])
})

test('an image in a result counts like an attachment', () => {
  const frame = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }
  const before = usedTokens(reading([]), frame)
  expect(usedTokens(reading([100]), frame) - before).toBeGreaterThan(1_600)
})
