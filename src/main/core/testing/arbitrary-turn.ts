import fc, { type Arbitrary } from 'fast-check'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { RepairType } from '../../../shared/messages/repair.ts'
import type { Turn, TurnClock } from '../../../shared/conversation/turn.ts'
import {
  anyRootContext,
  at,
  clockTimerId,
  messageId,
  purpose,
  text,
  turnId,
  unfinished,
} from './arbitrary-parts.ts'

/** A running clock; `withPausedClock` pauses it. */
const clock: Arbitrary<TurnClock | null> = fc.option(
  fc.record({
    limitMs: fc.constantFrom(6_000, 7_200_000),
    extensions: fc.nat(2),
    stage: fc.constantFrom('limit', 'grace'),
    time: at.map((dueAt) => ({ type: 'running' as const, timerId: clockTimerId, dueAt })),
  }),
)

/** Returns the same turn while a person is asked. */
export function withPausedClock(turn: Turn): Turn {
  const time = { type: 'standing', leftMs: 6_000 } as const
  return { ...turn, clock: turn.clock === null ? null : { ...turn.clock, time } }
}

/** The generator of turns. For tests. */
export const turn: Arbitrary<Turn> = fc.record({
  id: turnId,
  startedAt: at,
  trigger: fc.constantFrom('message', 'continue', 'retry', 'compact'),
  goal: purpose,
  throughSeq: fc.constantFrom(null, 7),
  focus: fc.constantFrom(null, 'Keep the API decisions.'),
  unfinished: fc.option(unfinished),
  settings: anyRootContext.map((context) => {
    const { primary, fallback, effort, systemPrompt, instructions } = context
    return { primary, fallback, effort, systemPrompt, instructions }
  }),
  provider: fc.constantFrom('primary', 'fallback'),
  requests: fc.constantFrom(0, 1, 50, 51, 199, 200),
  toolCalls: fc.constantFrom(0, 1, 999, 1_000),
  subAgents: fc.constantFrom(0, 1, 99, 100),
  subAgentTokens: fc.constantFrom(0, 60_000_000),
  usage: fc.constant(NO_USAGE),
  continuations: fc.integer({ min: 0, max: 3 }),
  compactionFailures: fc.integer({ min: 0, max: 2 }),
  repairs: fc.subarray([...RepairType.options]),
  mending: fc.option(text),
  repeated: fc.option(
    fc.record({
      came: fc.uniqueArray(
        fc.record({ call: fc.constantFrom('d', 'e'), result: fc.constant('r') }),
        { minLength: 1, maxLength: 2, selector: ({ call }) => call },
      ),
      count: fc.constantFrom(1, 2),
    }),
  ),
  askedToSubmit: fc.boolean(),
  lastReplyId: fc.option(messageId),
  keptTryingMs: fc.constantFrom(0, 899_000, 900_000),
  clock,
})
