import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { isNearLimit } from '../../../shared/messages/context-use.ts'
import { contextUse, estimateTokens, isFull, usedTokens } from './context-window.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import {
  agent,
  call,
  imageResult,
  place,
  result,
  summary,
  text,
  undo,
  user,
} from '../testing/test-messages.ts'
import { wordsOfUndo } from '../machine/undo.ts'
import { type AgentId, BlobHash, type CallId } from '../../../shared/ids.ts'

const MODEL = { endpoint: 'anthropic', model: 'm' }
const NO_FRAME = { ...MODEL, system: '', tools: [] }
const usage = {
  inputTokens: 1_000,
  outputTokens: 200,
  cacheReadTokens: 30_000,
  cacheWriteTokens: 4_000,
}

function answered(...blocks: readonly Block[]): MessageContent {
  return { ...agent(...blocks), usage }
}

function used(...contents: readonly MessageContent[]): number {
  return usedTokens(place(contents), NO_FRAME)
}

test('T93 everything that the provider counted counts: input, output, cache reads and cache writes', () => {
  const total = 35_200
  expect(used(user('Go'), answered(text('Yes')))).toBe(total)
  for (const key of Object.keys(usage) as (keyof typeof usage)[]) {
    const more = { ...agent(text('Yes')), usage: { ...usage, [key]: usage[key] + 500 } }
    expect(used(user('Go'), more), key).toBe(total + 500)
  }
})

test('only messages since the last reply are estimated and added; earlier ones are not counted twice', () => {
  const reply = answered(call('a'))
  const before = used(user('x'.repeat(7_000)), reply)
  expect(before).toBe(35_200)
  const after = used(user('x'.repeat(7_000)), reply, result(1, 0, 'x'.repeat(3_500)))
  expect(after - before).toBeGreaterThanOrEqual(1_000)
  expect(after - before).toBeLessThan(1_020)
})

test('only the newest reply counts', () => {
  const small = { ...agent(text('Yes')), usage: { ...usage, cacheReadTokens: 0 } }
  expect(used(user('Go'), answered(text('Yes')), user('On'), small)).toBe(5_200)
})

test('before the first reply everything is estimated, including the system prompt and the tools', () => {
  const messages = place([user('x'.repeat(3_500))])
  const bare = usedTokens(messages, NO_FRAME)
  expect(bare).toBeGreaterThanOrEqual(1_000)
  const tools = [{ name: 'bash', description: 'x'.repeat(7_000), inputSchema: {} }]
  const framed = usedTokens(messages, { ...MODEL, system: 'x'.repeat(3_500), tools })
  expect(framed - bare).toBeGreaterThanOrEqual(3_000)
})

test('an undo counts with the text that reports it', () => {
  const told = undo('next', 'a.ts')
  expect(used(user('Go'), told) - used(user('Go'))).toBe(estimateTokens(wordsOfUndo(told)))
})

test('an image counts', () => {
  const shown = { ...user('Look'), attachments: [testAttachment('a.png')] }
  expect(used(shown) - used(user('Look'))).toBe(1_600)
})

test('a summary replaces what came before it, except the newest messages; the cost of making it does not count', () => {
  const old = [user('x'.repeat(70_000)), answered(text('x'.repeat(70_000)))]
  const newest = user('x'.repeat(350))
  const compacted = { ...summary('x'.repeat(700)), usage } as MessageContent
  const tokens = used(...old, newest, agent(text('Yes')), compacted)
  expect(tokens).toBeGreaterThanOrEqual(300)
  expect(tokens).toBeLessThan(320)
  const task = { ...newest, author: 'phoenix' } as const
  expect(used(task, answered(text('Hm')), compacted)).toBeGreaterThanOrEqual(300)
})

test('lines meant only for people count nothing', () => {
  const before = used(user('Go'))
  const lines: readonly MessageContent[] = [
    { type: 'system', text: 'x'.repeat(9_000) },
    { type: 'error', kind: 'network', text: 'x'.repeat(9_000) },
  ]
  expect(used(user('Go'), ...lines)).toBe(before)
})

test.each([
  [90_000, 100_000, false],
  [90_001, 100_000, true],
  [180_000, 200_000, false],
  [180_001, 200_000, true],
])(
  'T93 %d of %d tokens are too many to send: %s, by the limit of the model itself',
  (tokens, limit, full) => {
    expect(isFull(tokens, limit)).toBe(full)
  },
)

// covers REQ-BED-012.1a
test('a conversation is near its limit from 80 % on', () => {
  const messages = place([user('Go'), answered(text('Yes'))])
  expect(contextUse(messages, 44_001, null, MODEL)).toEqual({
    usedTokens: 35_200,
    limitTokens: 44_001,
    holdsImages: false,
  })
  expect(isNearLimit(contextUse(messages, 44_001, null, MODEL))).toBe(false)
  expect(isNearLimit(contextUse(messages, 44_000, null, MODEL))).toBe(true)
})

test('an estimate is too high rather than too low', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('a')).toBe(1)
  expect(estimateTokens('a'.repeat(4_000))).toBeGreaterThan(1_000)
})

/** So many tokens of words; a message has 4 more, and no tools at all have one. */
function words(tokens: number): string {
  return 'xxxxxxx'.repeat(tokens / 2)
}

test('before a provider has counted, each message costs its text plus four tokens', () => {
  expect(used(user(words(2)))).toBe(4 + 2 + 1)
  const blocks = JSON.stringify([text('Yes')])
  const uncounted = agent(text('Yes'))
  expect(used(user(words(2)), uncounted)).toBe(4 + 2 + 4 + estimateTokens(blocks) + 1)
})

test("a summary replaces everything before it except the person's newest messages", () => {
  const added = { ...user(words(20)), author: 'phoenix' } as const
  const before = [user(words(40)), user(words(10)), added]
  expect(used(...before, summary(words(2)))).toBe(4 + 2 + 4 + 10 + 1)
  expect(used(added, agent(text('Yes')), summary(words(2)))).toBe(4 + 2 + 4 + 20 + 1)
  expect(used(summary(words(2)))).toBe(4 + 2 + 1)
})

test('what is never sent to the model costs nothing', () => {
  const told: MessageContent = {
    type: 'subAgent',
    callId: 'c' as CallId,
    agentId: 'a' as AgentId,
    task: 'Look',
    outcome: 'completed',
    text: words(20),
  }
  const shown: MessageContent = { type: 'system', text: words(20) }
  const failed: MessageContent = { type: 'error', kind: 'network', text: words(20) }
  expect(used(user(words(2)), told, shown, failed)).toBe(used(user(words(2))))
})

test('folder instructions are estimated until the provider has counted them', () => {
  const instructions = {
    name: 'AGENTS.md',
    blob: BlobHash.parse('a'.repeat(64)),
    bytes: 35_000,
    isCut: false,
  } as const
  expect(contextUse([], 200_000, [instructions], MODEL).usedTokens).toBe(10_000)
  const file = { blob: instructions.blob, isCut: false, text: 'x'.repeat(35_000) }
  const told = place([{ ...user(''), instructions: [{ path: 'AGENTS.md', file }] }])
  expect(contextUse(told, 200_000, [instructions], MODEL).usedTokens).toBe(10_004)
  const summarised = [...told, ...place([user(''), summary('')]).slice(1)]
  expect(contextUse(summarised, 200_000, [instructions], MODEL).usedTokens).toBe(10_008)
})

const big = { width: 1_500, height: 1_000 }

test("dropped images are subtracted from the provider's count, and the next reply counts for itself", () => {
  const look = { ...user('Look'), attachments: [testAttachment('a.png', big)] }
  const dropped: MessageContent = { type: 'attachmentsDropped' }
  expect(used(look, answered(text('Yes')))).toBe(35_200)
  expect(used(look, answered(text('Yes')), dropped)).toBe(35_200 - 1_600)
  const again = [look, answered(text('Yes')), dropped, user('On'), answered(text('Yes'))]
  expect(used(...again)).toBe(35_200)
  // A small image cost little: what is taken off is never more than it was.
  const small = { ...look, attachments: [testAttachment('b.png', { width: 75, height: 100 })] }
  expect(used(small, answered(text('Yes')), dropped)).toBe(35_200 - 10)
})

test('before anything was counted, dropped content is estimated by its placeholder', () => {
  const look = { ...user('Look'), attachments: [testAttachment('a.png', big)] }
  const tokens = used(look, { type: 'attachmentsDropped' })
  expect(tokens - used(user('Look'))).toBe(20)
  const behind = used(look, summary('So far.'), { type: 'attachmentsDropped' })
  expect(used(look, summary('So far.')) - behind).toBe(1_580)
})

function holds(...contents: readonly MessageContent[]): boolean {
  return contextUse(place(contents), 1_000, null, MODEL).holdsImages
}

test('requests hold images sent or read since the last summary, and those of the newest messages', () => {
  const look = { ...user('Look'), attachments: [testAttachment('a.png')] }
  const dropped: MessageContent = { type: 'attachmentsDropped' }
  const read = imageResult(1, 0, 'b.png')
  const unread = { ...read, outcome: 'failed' } as MessageContent
  expect(holds(user('Go'))).toBe(false)
  expect(holds(look, agent(text('Yes')))).toBe(true)
  expect(holds(user('Go'), agent(call('a')), read)).toBe(true)
  expect(holds(user('Go'), agent(call('a')), unread)).toBe(false)
  expect(holds(look, dropped)).toBe(false)
  expect(holds(look, dropped, look)).toBe(true)
  expect(holds(look, user('More'), summary('So far.'))).toBe(false)
  expect(holds(look, summary('So far.'))).toBe(true)
  expect(holds(look, dropped, summary('So far.'))).toBe(false)
  expect(holds(look, summary('So far.'), dropped)).toBe(false)
  expect(holds({ ...look, author: 'phoenix' }, summary('So far.'))).toBe(true)
})
