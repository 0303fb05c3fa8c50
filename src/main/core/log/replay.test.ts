import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Rule } from '../../../shared/conversation/turn.ts'
import { addressed } from '../testing/addressed.ts'
import { anyEvent } from '../testing/arbitrary-events.ts'
import { contextAfter } from '../machine/context-after.ts'
import type { ConversationEvent, Input, OpenCall } from '../machine/event.ts'
import { asJson } from './first-difference.ts'
import {
  causeOf,
  type Difference,
  lifecycleRowId,
  type LoggedEnd,
  type LoggedRow,
  REPLAY_START,
  replayEnd,
  replayRow,
} from './replay.ts'
import { storeEvent } from './stored.ts'
import { storeState } from './stored-state.ts'
import { bash } from '../testing/test-calls.ts'
import type { Context } from '../machine/context.ts'
import { testContext } from '../testing/test-context.ts'
import { blockOf, Walk } from '../testing/test-walk.ts'
import { testProperty } from '../testing/test-property.ts'
import { transition } from '../transition.ts'

/** A conversation as a store keeps it, written here without the runtime. */
interface Disk {
  readonly rows: LoggedRow[]
  readonly messages: Message[]
  end: LoggedEnd
}

function written(
  events: readonly (readonly [ConversationEvent, number])[],
  first: Context = testContext(),
): Disk {
  const disk: Disk = { rows: [], messages: [], end: { seq: 0, messages: 0, state: null } }
  let state: ConversationState = { type: 'idle', unfinished: null }
  let context = first
  const open = { type: 'sessionOpened', context, unclosed: false } as const
  for (const [drawn, choice] of [[envelop(open, 'e0'), 0] as const, ...events]) {
    const event = untold(addressed(drawn, state, choice))
    const step = transition(state, context, event)
    if (step.type === 'refused') continue
    const { id, at } = event
    const place = (row: Omit<LoggedRow, 'seq'>): void =>
      void disk.rows.push({ ...row, seq: disk.rows.length + 1, body: asJson(row.body) })
    place({ id, at, kind: 'input', parentId: null, body: storeEvent(event, step.messages) })
    step.lifecycle.forEach((body, index) => {
      const parentId = causeOf(event, body)
      place({ id: lifecycleRowId(id, index), at, kind: 'lifecycle', parentId, body })
    })
    for (const message of step.messages) {
      disk.messages.push({ ...message, seq: disk.messages.length + 1 })
    }
    state = step.state
    context = contextAfter(context, event)
  }
  const stored = asJson(storeState(state))
  disk.end = { seq: disk.rows.length, messages: disk.messages.length, state: stored }
  return disk
}

function envelop(input: Input, id: string): ConversationEvent {
  return {
    ...input,
    id: id as EventId,
    at: 1_700_000_000_000,
    random: 0.25,
    printed: '',
    isFolderGone: false,
    sleptMs: 0,
  }
}

/** In this history no end of a sub-agent was told before a recovery. */
function untold(event: ConversationEvent): ConversationEvent {
  if (event.type !== 'recovered') return event
  const openCalls = event.openCalls.map(({ callId, was }): OpenCall => {
    if (was.type !== 'delegated') return { callId, was }
    const children = was.children.map((child) => ({ ...child, messageId: null }))
    return { callId, was: { ...was, children } }
  })
  return { ...event, openCalls }
}

function replayed({ rows, messages, end }: Disk): Difference | null {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const messageOf = (id: MessageId): ReturnType<Parameters<typeof replayRow>[2]> => {
    const found = byId.get(id)
    return found === undefined
      ? null
      : { seq: found.seq, at: found.at, content: asJson(found.content) }
  }
  let at = REPLAY_START
  for (const row of rows) {
    const next = replayRow(at, row, messageOf)
    if (!next.ok) return next.error
    at = next.value
  }
  return replayEnd(at, end)
}

/**
 * A message, its answer with two calls, the first one's result, and a cancel with what the second had printed, or not.
 * `before`: what came ahead of it.
 */
function talk(
  before: readonly Input[] = [],
  { isCancelled = true, calls = [bash('one'), bash('two')] } = {},
): Disk {
  const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }
  const said = {
    messageId: 'm1' as MessageId,
    text: 'Go',
    attachments: [],
    mode: 'policy',
  } as const
  const reply = {
    blocks: calls.map(blockOf),
    calls,
    end: 'toolUse',
    usage,
    requestTokens: 9,
  } as const
  const content = [{ type: 'text', text: 'out' }] as const
  const inputs: readonly Input[] = [
    ...before,
    { type: 'userMessage', ...said },
    { type: 'timerFired', timerId: '' as never },
    { type: 'llmResponded', requestId: '' as never, follows: 'message', ...reply },
    {
      type: 'toolFinished',
      workId: '' as never,
      outcome: 'ok',
      content,
      summary: null,
      files: [],
      digest: 'r',
    },
    ...(isCancelled ? [{ type: 'cancelRequested', by: 'user' } as const] : []),
  ]
  return written(
    inputs.map((input, index) => {
      const event = envelop(input, `e${index + 1}`)
      return [input.type === 'cancelRequested' ? { ...event, printed: 'half\n' } : event, 1]
    }),
  )
}

// covers R5-36 F-01
test('the log of a conversation rebuilds its messages, its lifecycle and its state', () => {
  const disk = talk()
  expect(disk.rows.length).toBeGreaterThan(8)
  expect(disk.end).toMatchObject({ messages: 4, state: { type: 'cancelling' } })
  expect(replayed(disk)).toBeNull()
})

test('a log from before efforts existed rebuilds what is stored, and its turns use the default effort of the model', () => {
  const { rows, end, messages } = talk()
  const older = JSON.stringify({ rows, end }).replaceAll('"effort":"auto",', '')
  expect(older).not.toContain('effort')
  const { rows: olderRows, end: olderEnd } = JSON.parse(older) as Pick<Disk, 'rows' | 'end'>
  expect(replayed({ rows: olderRows, end: olderEnd, messages })).toBeNull()
  const asking = JSON.stringify(new Walk().ask().state).replace('"effort":"auto",', '')
  expect(ConversationState.parse(JSON.parse(asking))).toMatchObject({
    turn: { settings: { effort: 'auto' } },
  })
})

test('a log from before endpoints had deadlines rebuilds what is stored, even in the middle of a turn', () => {
  const primary = { ...testContext().primary, model: 'claude-new' }
  const change = [{ type: 'settingsChanged', change: { primary } }] as const
  const { rows, end, messages } = talk(change, { isCancelled: false })
  const older = JSON.stringify({ rows, end }).replaceAll(/,?"timeouts":\{[^}]*\}/g, '')
  expect(older).not.toContain('timeouts')
  const beside = older.replaceAll('"settings":{', '"settings":{"timeouts":{"requestMs":1800000},')
  expect(beside).not.toBe(older)
  const disk = JSON.parse(beside) as Pick<Disk, 'rows' | 'end'>
  expect(disk.end).toMatchObject({ state: { type: 'toolExecuting', turn: {} } })
  expect(replayed({ ...disk, messages })).toBeNull()
})

test('rules logged before prefixes existed allow exactly what they did, and the log rebuilds what is stored', () => {
  const rules = ['one', 'two'].map((subject) => ({ tool: 'bash', subject }) as Rule)
  const disk = talk([{ type: 'settingsChanged', change: { permissionMode: 'ask', rules } }])
  expect(JSON.stringify(disk.rows)).not.toContain('match')
  expect(disk.end).toMatchObject({ messages: 4, state: { type: 'cancelling' } })
  expect(replayed(disk)).toBeNull()
})

// covers E-00 R5-28
test('the session of a sub-agent names the event that started the sub-agent; older logs name their own event', () => {
  const conversationId = 'e17.2' as ConversationId
  const parent = 'c1' as ConversationId
  const role = { type: 'child', parent, kind: 'worker' } as const
  const disk = written([], { ...testContext(conversationId), role })
  expect(disk.rows.map(({ kind, parentId }) => [kind, parentId])).toEqual([
    ['input', null],
    ['lifecycle', 'e17'],
  ])
  const naming = (parentId: string): Disk => {
    const rows = disk.rows.map((row) => (row.kind === 'input' ? row : { ...row, parentId }))
    return { ...disk, rows }
  }
  expect(replayed(disk)).toBeNull()
  expect(replayed(naming('e0'))).toBeNull()
  expect(replayed(naming('e18'))).toMatchObject({ what: 'lifecycle row: parentId' })
})

// covers R5-36
testProperty(
  'for any accepted event, the log and the messages that it names hold everything a step needs',
  fc.property(fc.array(fc.tuple(anyEvent, fc.nat(3)), { maxLength: 40 }), (walk) => {
    expect(replayed(written(walk))).toBeNull()
  }),
)

test('a changed word in a message is reported with its row and both words', () => {
  const disk = talk()
  const at = disk.messages.findIndex(({ content }) => content.type === 'tool')
  const [message] = disk.messages.splice(at, 1)
  if (message?.content.type !== 'tool') throw new Error('no result')
  const changed = { ...message.content, durationMs: 7 }
  disk.messages.splice(at, 0, { ...message, content: changed })
  const row = disk.rows.find(({ id }) => message.id.startsWith(`${id}.`))
  expect(replayed(disk)).toMatchObject({
    seq: row?.seq,
    what: `message ${message.id}: content.durationMs`,
    stored: '7',
    derived: '0',
  })
})

test('any message that was changed, moved or deleted is reported', () => {
  for (const index of talk().messages.keys()) {
    const gone = talk()
    gone.messages.splice(index, 1)
    expect(replayed(gone)).not.toBeNull()
    const moved = talk()
    const [message] = moved.messages.splice(index, 1)
    if (message === undefined) throw new Error('no message')
    moved.messages.splice(index, 0, { ...message, at: message.at + 1 })
    expect(replayed(moved)).not.toBeNull()
  }
})

test('any missing row is reported, even where later rows have closed the gap', () => {
  for (const index of talk().rows.keys()) {
    const holed = talk()
    holed.rows.splice(index, 1)
    expect(replayed(holed), `row ${index + 1}`).not.toBeNull()
    const closed = talk()
    closed.rows.splice(index, 1)
    const rows = closed.rows.map((row, at) => ({ ...row, seq: at + 1 }))
    const end = { ...closed.end, seq: rows.length }
    expect(replayed({ ...closed, rows, end }), `row ${index + 1}`).not.toBeNull()
  }
})

test('a state that differs from the one the log rebuilds is reported with both values', () => {
  const disk = talk()
  disk.end = { ...disk.end, state: { type: 'idle', unfinished: null } }
  expect(replayed(disk)).toMatchObject({
    seq: disk.end.seq,
    what: 'state.type',
    stored: '"idle"',
    derived: '"cancelling"',
  })
})

test('an unknown or unreadable event is reported and does not throw', () => {
  for (const body of [{ input: { type: 'wished' } }, null, { input: { type: 'recovered' } }, 7]) {
    const disk = talk()
    const [, , row] = disk.rows
    if (row === undefined) throw new Error('no row')
    disk.rows.splice(2, 1, { ...row, kind: 'input', body })
    expect(replayed(disk)?.seq).toBe(3)
  }
})

test.each([
  '{"command":"ls","__proto__":{"command":"rm"}}',
  '{"command":"ls","deep":[{"__proto__":null}]}',
  '{"command":"ls","constructor":{"prototype":1},"toString":"x","hasOwnProperty":2}',
])('a call whose fields have names that every object inherits replays unchanged: %s', (json) => {
  const input = { type: 'object', value: JSON.parse(json) } as const
  expect(replayed(talk([], { calls: [{ ...bash('ls'), input }, bash('two')] }))).toBeNull()
})
