import type { Instructions } from '../../../shared/conversation/turn.ts'
import { expect, test } from 'vitest'
import { BlobHash, type MessageId } from '../../../shared/ids.ts'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import type { ContextChange } from './context.ts'
import { mayBeLetGo } from '../turn/session.ts'
import { testAttachment } from '../testing/test-attachment.ts'
import { testContext } from '../testing/test-context.ts'
import { message, Walk } from '../testing/test-walk.ts'

const context = testContext()

// covers E-01 E-06 E-07 E-08 R5-11 D-30
test('opening a session records its whole context, and changes nothing else', () => {
  const walk = new Walk({ systemPrompt: 'old' })
  const step = walk.take({ type: 'sessionOpened', context, unclosed: false })
  expect(step.lifecycle).toStrictEqual([{ type: 'sessionStarted', context }])
  expect([step.messages, step.effects]).toEqual([[], []])
  expect(walk.context).toEqual(context)
})

test("an opened session records the program's version if it is known", () => {
  const step = new Walk().take({ type: 'sessionOpened', context, unclosed: false, version: '7' })
  expect(step.lifecycle).toEqual([{ type: 'sessionStarted', context, version: '7' }])
})

test('a session may end by itself at rest, unless it waits for a larger model', () => {
  const asking = new Walk().ask()
  expect(mayBeLetGo(asking.state)).toBe(false)
  expect(mayBeLetGo(asking.answer('Done').state)).toBe(true)
  expect(mayBeLetGo(new Walk().ask().fail('auth').state)).toBe(true)
  const full = new Walk({ autoCompact: false }).ask().fail('contextFull').state
  expect([full.type, mayBeLetGo(full)]).toEqual(['contextExhausted', false])
})

// covers E-09 R5-12
test('a session without an end gets one before the next begins; a session that closes says why', () => {
  const walk = new Walk()
  const opened = walk.take({ type: 'sessionOpened', context, unclosed: true })
  expect(opened.lifecycle).toMatchObject([
    { type: 'sessionEnded', reason: 'lost' },
    { type: 'sessionStarted' },
  ])
  for (const reason of ['closed', 'shutdown'] as const) {
    expect(walk.take({ type: 'sessionClosed', reason }).lifecycle).toEqual([
      { type: 'sessionEnded', reason },
    ])
  }
})

test('a session that is busy cannot close', () => {
  const walk = new Walk().ask()
  const close = { type: 'sessionClosed', reason: 'closed' } as const
  expect(walk.try(close)).toEqual({ type: 'refused', reason: 'busy' })
  walk.callBash('make')
  expect(walk.try(close)).toEqual({ type: 'refused', reason: 'busy' })
})

const CHANGES: readonly ContextChange[] = [
  { systemPrompt: 'new' },
  { primary: { ...context.primary, model: 'claude-new' } },
  { fallback: context.primary },
  { primary: { ...context.primary, timeouts: { ...DEFAULT_TIMEOUTS, requestMs: 1_000 } } },
  { busyPolicy: 'interrupt', debounceMs: 250 },
  {
    permissionMode: 'ask',
    rules: [{ tool: 'bash', subject: 'make', match: 'exact' }],
    isSandboxed: true,
  },
  { autoCompact: false },
]

// covers E-01 E-06 E-07
test.each(CHANGES)(
  'changed settings are recorded as received and become part of the context: %o',
  (change) => {
    for (const walk of [new Walk(), new Walk().ask()]) {
      const before = walk.state
      const step = walk.take({ type: 'settingsChanged', change })
      expect(step.lifecycle).toEqual([{ type: 'settingsChanged', change }])
      expect(step.state).toEqual(before)
      expect(walk.context).toEqual({ ...walk.context, ...change })
      expect(step.effects).toEqual([])
    }
  },
)

const NAMED = { name: 'AGENTS.md', blob: BlobHash.parse('a'.repeat(64)), isCut: false } as const

test.each([
  [{ instructions: [{ ...NAMED, bytes: 3_277 }] }, 'AGENTS.md was read, 3.2 KB.'],
  // As early versions put it on record.
  [{ instructions: { ...NAMED, bytes: 3_277 } }, 'AGENTS.md was read, 3.2 KB.'],
  [
    { instructions: [{ ...NAMED, bytes: 65_536, isCut: true }] },
    'AGENTS.md was read: its first 64 KB; the rest is not used.',
  ],
  [{ instructions: null, instructionsFault: null }, 'no longer has an AGENTS.md or CLAUDE.md'],
  [{ instructionsFault: 'full' }, 'could not be saved: the disk is full'],
  [
    { instructionsFault: { name: 'AGENTS.md', why: 'notText' } },
    'AGENTS.md of the folder is not used: it is not UTF-8 text',
  ],
  [
    { instructionsFault: { name: 'CLAUDE.md', path: '/etc/motd', why: 'importLeadsOut' } },
    '/etc/motd, which CLAUDE.md imports, is not used: it lies outside of the folder',
  ],
] as const)('changed folder instructions are reported: %o', (change, words) => {
  for (const walk of [new Walk(), new Walk().ask()]) {
    const { messages } = walk.take({ type: 'settingsChanged', change })
    expect(messages).toMatchObject([
      { content: { type: 'system', text: expect.stringContaining(words) } },
    ])
  }
})

function file(path: string, blob: string): Instructions {
  return { ...NAMED, path, blob: BlobHash.parse(blob.repeat(64)), bytes: 9 }
}

test('with several files, new, changed and removed ones are reported', () => {
  const walk = new Walk({ instructions: [file('~/a', 'a'), file('../b', 'b'), file('c', 'c')] })
  const instructions = [file('../b', 'd'), file('c', 'c'), file('e', 'e')]
  const { messages } = walk.take({ type: 'settingsChanged', change: { instructions } })
  const text =
    '~/a is gone, or can no longer be read as text. ../b was read, 9 bytes. e was read, 9 bytes.'
  expect(messages).toMatchObject([{ content: { type: 'system', text } }])
})

test('folder instructions take effect with the next turn', () => {
  const walk = new Walk().ask()
  const instructions = [{ ...NAMED, bytes: 9 }]
  walk.take({ type: 'settingsChanged', change: { instructions } })
  walk.callBash('make')
  walk.finishTool()
  expect(walk.fireTimer().effects).toMatchObject([{ settings: { instructions: null } }, {}])
  walk.answer('Done')
  walk.say('And?')
  expect(walk.fireTimer().effects).toMatchObject([{ settings: { instructions } }, {}])
})

test('a turn keeps the model, effort, timeouts and system prompt with which it began', () => {
  const walk = new Walk().ask()
  const { settings } = walk.in('llmRequesting').turn
  const timeouts = { ...DEFAULT_TIMEOUTS, requestMs: 1_000 }
  const primary = { ...context.primary, model: 'claude-new', timeouts }
  const change = { systemPrompt: 'new', effort: 'high', primary } as const
  walk.take({ type: 'settingsChanged', change })
  walk.callBash('make')
  walk.finishTool()
  expect(walk.fireTimer().effects).toMatchObject([
    { type: 'requestModel', settings },
    { type: 'startTimer', afterMs: settings.primary.timeouts.requestMs + 5_000 },
  ])
  walk.answer('Done')
  walk.say('And?')
  expect(walk.fireTimer().effects).toMatchObject([
    { type: 'requestModel', settings: change },
    { type: 'startTimer', afterMs: 6_000 },
  ])
})

// covers E-04 D-14
test('each file of a message is recorded with its original and its copy, however the message arrives', () => {
  const attachments = [testAttachment('a.png'), testAttachment('b.png')]
  const messageId = 'm1' as MessageId
  const files = attachments.map(({ original, copy }) => {
    return { type: 'fileAttached', messageId, original, copy }
  })
  const said = { type: 'userMessage', messageId, text: '', attachments } as const
  const joined = new Walk().ask()
  joined.callBash('make')
  joined.finishTool()
  const replaced = new Walk().ask()
  replaced.callBash('make')
  for (const [walk, mode] of [
    [new Walk(), 'policy'],
    [joined, 'join'],
    [replaced, 'interrupt'],
  ] as const) {
    const step = walk.take({ ...said, mode })
    expect(step.lifecycle.filter(({ type }) => type === 'fileAttached')).toEqual(files)
    expect(step.messages.at(-1)).toMatchObject({
      id: messageId,
      content: { text: '', attachments },
    })
  }
})

// covers E-10 E-11
test('the start of a turn records what began it, and its end how long it took and what it used', () => {
  const walk = new Walk()
  const begun = walk.say()
  expect(begun.lifecycle).toMatchObject([
    { type: 'turnStarted', trigger: 'message', goal: 'reply', unfinished: null },
  ])
  walk.fireTimer()
  walk.callBash('make')
  walk.finishTool()
  walk.fireTimer()
  walk.at += 7_000
  expect(walk.answer('Done').lifecycle).toEqual([
    {
      type: 'turnCompleted',
      turnId: 'e0.0',
      durationMs: 7_000,
      usage: { inputTokens: 20, outputTokens: 4, cacheReadTokens: 6, cacheWriteTokens: 8 },
    },
  ])
})

test('a clock that goes back never makes a duration negative', () => {
  const walk = new Walk().ask()
  walk.callBash('make')
  walk.at -= 5_000
  expect(walk.finishTool().messages).toMatchObject([{ content: { durationMs: 0 } }])
  walk.fireTimer()
  expect(walk.answer('Done').lifecycle).toMatchObject([{ durationMs: 0 }])
})

// covers E-12 D-15
test('T11 an interrupted turn says why, and names the message that interrupted it', () => {
  const reasons = [
    [new Walk().ask().cancel('user'), 'userCancel', null],
    [new Walk().ask().cancel('parent'), 'parent', null],
    [new Walk().ask().cancel('timeout'), 'timeout', null],
    [new Walk().ask().take({ type: 'shutdownRequested' }), 'shutdown', null],
    [new Walk().ask().say('Rather', 'interrupt'), 'newMessage', 'm Rather'],
  ] as const
  for (const [step, reason, by] of reasons) {
    expect(step.lifecycle[0]).toMatchObject({ type: 'turnInterrupted', reason, by })
  }
  const caps = { ...context.caps, requestsPerTurn: 1 }
  const walk = new Walk({ caps }).ask()
  walk.callBash('make')
  walk.finishTool()
  const limited = walk.fireTimer()
  expect(limited.lifecycle).toMatchObject([{ type: 'turnInterrupted', reason: 'turnLimit' }])
  expect(limited.state).toMatchObject({ type: 'idle', unfinished: { cause: 'limit' } })
})

// covers E-13
test('a failed turn records its error', () => {
  expect(new Walk().ask().fail('billing').lifecycle).toMatchObject([
    { type: 'turnFailed', error: { kind: 'billing', message: 'No.' } },
  ])
})

test('the step that starts a tool records the start', () => {
  const step = new Walk().ask().callBash('make', 'ls')
  const run = step.effects.find((effect) => effect.type === 'runTool')
  if (run?.type !== 'runTool') throw new Error('nothing runs')
  const { workId, call } = run
  expect(step.lifecycle).toEqual([{ type: 'toolStarted', callId: call.callId, workId }])
})

test('a refused message leaves no trace', () => {
  expect(new Walk().ask().try(message('More'))).toEqual({ type: 'refused', reason: 'busy' })
})
