import fc, { type Arbitrary } from 'fast-check'
import {
  type Call,
  type Instructions,
  type InstructionsInForce,
  InstructionsName,
  MAX_INSTRUCTIONS_BYTES,
  Purpose,
  type Unfinished,
} from '../../../shared/conversation/turn.ts'
import { Effort } from '../../../shared/models/effort.ts'
import {
  type AgentId,
  BlobHash,
  type EventId,
  type MessageId,
  type TimerId,
  type TurnId,
  type WorkId,
} from '../../../shared/ids.ts'
import { ErrorKind, SubAgentOutcome } from '../../../shared/messages/message.ts'
import type { Context } from '../machine/context.ts'
import type { Envelope } from '../machine/event.ts'
import { clockedContext } from './test-context.ts'

/** Parts shared by the generators of states and events. For tests. */
export const at = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 })
/** Few ids, so matching and stale ones both occur. */
export const timerId = fc.constantFrom('t1', 't2', 't3').map((id) => id as TimerId)
/** The timer of turn clocks, which no state otherwise waits for. */
export const clockTimerId = 'clock1' as TimerId
export const firedTimerId = fc.oneof(timerId, fc.constant(clockTimerId))
export const workId = fc.constantFrom('w1', 'w2', 'w3').map((id) => id as WorkId)
export const agentId = fc.constantFrom('a1', 'a2', 'a3').map((id) => id as AgentId)
export const turnId = fc.constantFrom('turn1', 'turn2').map((id) => id as TurnId)
export const text = fc.oneof(
  fc.constant(''),
  fc.constant('  '),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
export const purpose = fc.constantFrom(...Purpose.options)
export const messageId = fc.constantFrom('m1', 'm2').map((id) => id as MessageId)
export const errorKind = fc.constantFrom(...ErrorKind.options)
export const outcome = fc.constantFrom(...SubAgentOutcome.options)

const cause: Arbitrary<Unfinished['cause']> = fc.constantFrom(
  'userCancel',
  'restart',
  'shutdown',
  'cutReply',
  'limit',
  'budget',
  'contextExhausted',
  'error',
  'forked',
)
export const unfinished: Arbitrary<Unfinished> = fc.record({ turnId, cause })

const object = fc.dictionary(fc.constantFrom('command', 'thought'), text)
export const input: Arbitrary<Call['input']> = fc.oneof(
  object.map((value) => ({ type: 'object' as const, value })),
  text.map((unparsed) => ({ type: 'unparsed' as const, text: unparsed })),
)
export const spawnInput: Arbitrary<Call['input']> = fc
  .array(fc.constantFrom('Look', 'Count'), { minLength: 1, maxLength: 3 })
  .map((tasks) => ({ type: 'object', value: { tasks: tasks.map((task) => ({ task })) } }))

/** Returns what a rule could name: the command, if there is one. */
export function subjectOf(callInput: Call['input']): string | null {
  const command = callInput.type === 'object' ? callInput.value['command'] : undefined
  return typeof command === 'string' ? command : null
}

const instructionsFile: Arbitrary<Instructions> = fc.record({
  name: fc.constantFrom(...InstructionsName.options),
  blob: fc.constant(BlobHash.parse('a'.repeat(64))),
  bytes: fc.integer({ min: 1, max: MAX_INSTRUCTIONS_BYTES }),
  isCut: fc.boolean(),
})
/** Early versions stored one file, or none. */
export const instructions: Arbitrary<InstructionsInForce> = fc.oneof(
  fc.constant(null),
  instructionsFile,
  fc.array(instructionsFile, { minLength: 1, maxLength: 2 }),
)

export const anyRootContext: Arbitrary<Context> = fc
  .record({
    fallback: fc.boolean(),
    effort: fc.constantFrom(...Effort.options),
    keepTryingMs: fc.constantFrom(0, 20_000, 900_000),
    busyPolicy: fc.constantFrom('reject', 'interrupt'),
    debounceMs: fc.constantFrom(0, 100, 500),
    permissionMode: fc.constantFrom('readOnly', 'ask', 'acceptEdits', 'auto'),
    isSandboxed: fc.boolean(),
    network: fc.boolean(),
    webSearch: fc.boolean(),
    autoCompact: fc.boolean(),
    instructions,
    instructionsFault: fc.constantFrom<Context['instructionsFault'][]>(null, 'full', {
      name: 'AGENTS.md',
      why: 'notText',
    }),
    rules: fc.constantFrom(
      [],
      [{ tool: 'bash', subject: '', match: 'exact' }],
      [{ tool: 'bash', subject: 'npm test', match: 'prefix' }],
    ),
  })
  .map(({ fallback, ...rest }) => {
    const context = clockedContext()
    const other = { ...context.primary, model: 'claude-other' }
    return { ...context, ...rest, fallback: fallback ? other : null }
  })

export const anyContext: Arbitrary<Context> = fc
  .record({ root: anyRootContext, isChild: fc.boolean() })
  .map(({ root, isChild }): Context => (isChild ? childOf(root) : root))

export function childOf(context: Context): Context {
  return { ...context, role: { type: 'child', parent: context.conversationId, kind: 'worker' } }
}

/** The input of an ask_user call. */
export const questionValue = fc.record({
  question: fc.constantFrom('Which?', 'Go on?'),
  options: fc.constantFrom([], [{ label: 'A' }], [{ label: 'A' }, { label: 'B' }]),
  multi_select: fc.boolean(),
})

export const envelope: Arbitrary<Envelope> = fc.record({
  id: fc.uuid().map((id) => id as EventId),
  at,
  random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  printed: fc.constantFrom('', 'some output'),
  isFolderGone: fc.constantFrom(false, false, true),
  sleptMs: fc.constantFrom(0, 0, 0, 8 * 3_600_000, -3_600_000),
})
