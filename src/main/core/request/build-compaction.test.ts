import { expect, test } from 'vitest'
import {
  buildCompaction,
  buildToolless,
  hasRoomForSummary,
  summaryAfter,
} from './build-compaction.ts'
import { buildRequest } from './build-request.ts'
import { estimateTokens } from './context-window.ts'
import type { ModelRequest } from './model-request.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { agent, call, place, result, summary, text, user } from '../testing/test-messages.ts'
import { validateRequest } from './validate-request.ts'

const frame = { endpoint: 'anthropic', model: 'm', limitTokens: 100_000 }
const ROUND = [
  user('Go'),
  agent(text('I look.'), call('a')),
  result(1, 0, 'found it'),
  agent(text('Done.')),
]

function asked(request: ModelRequest | null): string {
  if (request === null) throw new Error('nothing to summarise')
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  expect(request.tools).toEqual([])
  const blocks = request.messages.flatMap((message) => message.blocks)
  return blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')
}

test('T94 the request for a summary has no tools and no tool blocks: calls and results are text', () => {
  const words = asked(buildCompaction(place(ROUND), frame))
  expect(words).toContain('User:\nGo')
  expect(words).toContain('I look.\n[called bash: {}]')
  expect(words).toContain('[result]\nfound it')
  expect(words).toContain('Agent:\nDone.')
})

test('a failed result says so', () => {
  const failed = { ...result(1, 0, 'exit 1'), outcome: 'failed' } as ReturnType<typeof result>
  const words = asked(buildCompaction(place([user('Go'), agent(call('a')), failed]), frame))
  expect(words).toContain('[failed]\nexit 1')
})

test('images are named but not sent', () => {
  const shown = { ...user('Look'), attachments: [testAttachment('plan.png')] }
  const words = asked(buildCompaction(place([shown, agent(text('Yes'))]), frame))
  expect(words).toContain('[image plan.png]')
})

test('thinking is not summarised', () => {
  const thought = { type: 'thinking', text: 'secret thought', signature: 's' } as const
  expect(
    asked(buildCompaction(place([user('Go'), agent(thought, text('Hi'))]), frame)),
  ).not.toContain('secret thought')
})

test('when the history is too long for one summary, its oldest part is dropped and reported, and the newest kept', () => {
  const said = Array.from({ length: 50 }, (_, index) => [
    user(`ask ${index} ${'x'.repeat(700)}`),
    agent(text(`answer ${index}`)),
  ])
  const limitTokens = 4_000
  const words = asked(
    buildCompaction(place(said.flat()), { endpoint: 'anthropic', model: 'm', limitTokens }),
  )
  expect(words).toContain('[The oldest part is left out.]')
  expect(words).not.toContain('ask 0 ')
  expect(words).toContain('ask 49 ')
  expect(words).toContain('answer 49')
  expect(estimateTokens(words)).toBeLessThan(limitTokens)
})

test('a history that fits is kept whole', () => {
  expect(asked(buildCompaction(place(ROUND), frame))).not.toContain('left out')
})

test('the newest part stays even if it is too long by itself', () => {
  const words = asked(
    buildCompaction(place([user('Go'), agent(text('x'.repeat(3_000)))]), {
      endpoint: 'anthropic',
      model: 'm',
      limitTokens: 100,
    }),
  )
  expect(words).toContain('x'.repeat(3_000))
})

test('a long result is cut in the middle, never inside a character', () => {
  const long = `${'a'.repeat(1_999)}😀${'b'.repeat(50_000)}😀${'c'.repeat(1_999)}`
  const words = asked(
    buildCompaction(place([user('Go'), agent(call('a')), result(1, 0, long)]), frame),
  )
  expect(words).toContain('characters left out')
  expect(words.length).toBeLessThan(7_000)
  expect(words.isWellFormed()).toBe(true)
})

test('a second summary is made from the first and what followed it', () => {
  const words = asked(
    buildCompaction(place([...ROUND, summary('It was found.'), agent(text('Now more.'))]), frame),
  )
  expect(words).toContain('It was found.')
  expect(words).toContain('Now more.')
  expect(words).not.toContain('I look.')
})

test('unanswered messages are summarised only when they are long', () => {
  expect(buildCompaction(place([user('x'.repeat(3_999))]), frame)).toBeNull()
  expect(
    asked(buildCompaction(place([user('x'.repeat(2_000)), user('y'.repeat(2_000))]), frame)),
  ).toContain('yyy')
  const since = place([...ROUND, summary('S'), user('More?')])
  expect(buildCompaction(since, frame)).toBeNull()
})

test('an empty history has nothing to summarise', () => {
  expect(buildCompaction(place([]), frame)).toBeNull()
  expect(buildCompaction(place([...ROUND, summary('S')]), frame)).toBeNull()
})

test('a sub-agent’s last request holds the whole history as text, without tools, and asks for the answer', () => {
  const request = buildToolless(place(ROUND.slice(0, 3)), {
    endpoint: 'anthropic',
    model: 'm',
    system: 's',
  })
  expect(request.system).toBe('s')
  const words = asked(request)
  expect(words).toContain('[called bash: {}]')
  expect(words).toContain('[result]\nfound it')
  expect(words).toMatch(/Answer now, in plain text.*$/s)
})

test('requests without tools carry no tool blocks, whatever was called', () => {
  const history = place([...ROUND, user('Go on'), agent(call('lost'))])
  for (const request of [
    buildToolless(history, { endpoint: 'anthropic', model: 'm', system: 's' }),
    buildCompaction(history, frame),
  ]) {
    const types = request?.messages.flatMap(({ blocks }) => blocks.map(({ type }) => type)) ?? []
    expect(new Set(types)).toEqual(new Set(['text']))
    expect(request?.tools).toEqual([])
  }
})

const TOOLS = [{ name: 'bash', description: 'Runs.', inputSchema: { type: 'object' } }]

test('a summary requested behind the history adds its text at the end and changes nothing before it', () => {
  for (const [length, own] of [
    [3, 0],
    [4, 1],
  ] as const) {
    const whole = { endpoint: 'anthropic', model: 'm', system: 's', tools: TOOLS }
    const before = buildRequest(place(ROUND.slice(0, length)), whole)
    const request = summaryAfter(before)
    expect(request).toMatchObject({ system: 's', tools: TOOLS })
    expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
    const blocks = request.messages.flatMap((message) => message.blocks)
    const ask = blocks.at(-1)
    expect(blocks.slice(0, -1)).toEqual(before.messages.flatMap((message) => message.blocks))
    expect(ask).toMatchObject({ text: expect.stringContaining('Summarise the conversation above') })
    expect(request.messages).toHaveLength(before.messages.length + own)
  }
})

test('a summary needs room behind the history that the model reads for it', () => {
  expect(hasRoomForSummary(100_000, 105_000)).toBe(true)
  expect(hasRoomForSummary(100_000, 104_000)).toBe(false)
})

function room(tokens: number, focus: string | null): boolean {
  return hasRoomForSummary(tokens, 100_000, focus)
}

test('what a person asks of the summary stands at the end of either request, and counts for its room', () => {
  const focus = 'Keep the API decisions.'
  const built = buildRequest(place(ROUND), { ...frame, system: '', tools: [] })
  for (const request of [
    buildCompaction(place(ROUND), { ...frame, focus }),
    summaryAfter(built, focus),
  ]) {
    expect(asked(request)).toMatch(
      /The user asks this of the summary:\n\nKeep the API decisions\.$/,
    )
  }
  expect(asked(buildCompaction(place(ROUND), frame))).not.toContain('The user asks this')
  const most = Array.from({ length: 10_000 }, (_, index) => 90_000 + index)
  const last = most.findLast((tokens) => room(tokens, null)) ?? 0
  expect([room(last, null), room(last, 'x'.repeat(2_000))]).toEqual([true, false])
})
