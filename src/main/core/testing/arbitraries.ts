import fc, { type Arbitrary } from 'fast-check'
import {
  type ConversationState,
  isAsking,
  type StateOf,
} from '../../../shared/conversation/conversation-state.ts'
import { ContextChoice } from '../../../shared/conversation/state-view.ts'
import type { SubAgent } from '../../../shared/conversation/sub-agent.ts'
import type { AgentId, MessageId } from '../../../shared/ids.ts'
import { SubAgentOutcome } from '../../../shared/messages/message.ts'
import type { Call } from '../../../shared/conversation/turn.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import {
  at,
  errorKind,
  input,
  messageId,
  outcome,
  purpose,
  spawnInput,
  subjectOf,
  text,
  timerId,
  turnId,
  unfinished,
  workId,
} from './arbitrary-parts.ts'
import { questionParts } from './arbitrary-asked.ts'
import { withPausedClock, turn } from './arbitrary-turn.ts'

/** Generators of states, keyed by the union: a new state without one does not compile. For tests. */
const limitMs = fc.constant(60_000)
const runs: Arbitrary<Call['verdict']> = fc.oneof(
  fc.record({
    type: fc.constant('run' as const),
    limitMs,
    isApproved: fc.boolean(),
    mayWrite: fc.boolean(),
    editedTo: fc.constantFrom(null, 'ls'),
  }),
  fc.constant({ type: 'refuse', text: 'No such tool.', outcome: 'failed' }),
)
const asks: Arbitrary<Call['verdict']> = fc.record({
  type: fc.constant('ask'),
  limitMs,
  why: fc.constantFrom('mode', 'privateHost', 'outside', 'secret', 'repeated'),
})

type Kind = Pick<Call, 'name' | 'action'>

const kind: Arbitrary<Kind> = fc.constantFrom(
  { name: 'bash', action: 'command' },
  { name: 'think', action: 'think' },
)

function callWith(verdict: Arbitrary<Call['verdict']>): Arbitrary<Omit<Call, 'callId'>> {
  const tool = fc
    .record({ kind, input, digest: fc.constantFrom('d', 'e'), verdict })
    .map(({ kind: of, ...rest }) => ({ ...of, ...rest, subject: subjectOf(rest.input) }))
  const spawn = fc.record({
    name: fc.constant('spawn_agents'),
    action: fc.constant('spawn' as const),
    input: spawnInput,
    digest: fc.constant('s'),
    subject: fc.constant(null),
    verdict,
  })
  return fc.oneof({ weight: 4, arbitrary: tool }, spawn)
}

const REPLY = 'reply' as MessageId

/** The calls of one reply, the first `done` of them completed. */
function calls(verdict: Arbitrary<Call['verdict']>, minLength: number): Arbitrary<readonly Call[]> {
  return fc
    .array(callWith(verdict), { minLength, maxLength: 4 })
    .map((drawn) => drawn.map((call, index) => ({ ...call, callId: callIdOf(REPLY, index + 1) })))
}

const doneRound = fc.boolean().map((hasDone) => ({
  replyId: REPLY,
  completed: hasDone
    ? [
        {
          callId: callIdOf(REPLY, 0),
          messageId: 'result' as MessageId,
          cameTo: { call: 'd', result: 'r' },
        },
      ]
    : [],
}))

const executing: Arbitrary<StateOf<'toolExecuting'>> = fc
  .record({ turn, done: doneRound, calls: calls(runs, 1), workId, timerId, startedAt: at })
  .map(({ turn: each, done, calls: [call, ...remaining], startedAt, ...ids }) => {
    if (call === undefined) throw new Error('a round has a call')
    const current = { call, ...ids, startedAt, deadline: startedAt + 65_000 }
    return { type: 'toolExecuting', turn: each, round: { ...done, remaining }, current }
  })

const asking: Arbitrary<StateOf<'awaitingApproval'>> = fc
  .record({
    turn: turn.map(withPausedClock),
    done: doneRound,
    waiting: calls(asks, 1),
    others: calls(runs, 0),
    since: at,
  })
  .chain(({ waiting, others, done, ...rest }) =>
    fc
      .record({
        order: fc.shuffledSubarray([...waiting, ...others], {
          minLength: waiting.length + others.length,
        }),
        answered: fc.nat(waiting.length - 1),
      })
      .map(({ order, answered }): StateOf<'awaitingApproval'> => {
        const remaining = order.map((call, index) => ({
          ...call,
          callId: callIdOf(REPLY, index + 1),
        }))
        const answers = remaining
          .filter(({ verdict }) => verdict.type === 'ask')
          .slice(0, answered)
          .map(({ callId }) => ({ callId, answer: { type: 'once' as const } }))
        return { type: 'awaitingApproval', ...rest, round: { ...done, remaining }, answers }
      }),
  )

const questioning: Arbitrary<StateOf<'awaitingAnswer'>> = fc
  .record({
    turn: turn.map(withPausedClock),
    done: doneRound,
    remaining: calls(runs, 0),
    ...questionParts,
  })
  .map(({ done, remaining, value, startedAt, ...rest }) => {
    const call: Call = {
      callId: callIdOf(REPLY, 9),
      name: 'ask_user',
      action: 'question',
      subject: null,
      digest: 'q',
      input: { type: 'object', value },
      verdict: { type: 'run', limitMs: 1_000, isApproved: false, mayWrite: true, editedTo: null },
    }
    const parts = { ...rest, round: { ...done, remaining } }
    return { type: 'awaitingAnswer', ...parts, current: { call, startedAt } }
  })

const childPhase: Arbitrary<SubAgent['phase']> = fc.oneof(
  fc.record({ type: fc.constant('working' as const), timerId, deadline: at }),
  fc.record({ type: fc.constant('asking' as const), left: fc.nat(600_000) }),
  fc.record({ type: fc.constant('stopping' as const), timerId }),
  fc.record({ type: fc.constant('ended' as const), outcome, messageId, text }),
)

const delegating: Arbitrary<StateOf<'awaitingSubAgents'>> = fc
  .record({
    turn,
    done: doneRound,
    remaining: calls(runs, 0),
    startedAt: at,
    phases: fc.uniqueArray(childPhase, {
      minLength: 1,
      maxLength: 3,
      selector: (phase) => ('timerId' in phase ? phase.timerId : phase),
    }),
    open: fc.record({ type: fc.constant('asking' as const), left: fc.nat(600_000) }),
  })
  .map(({ turn: each, done, remaining, startedAt, phases, open }) => {
    const [first, ...others] = phases
    const all = first?.type === 'ended' ? [open, ...others] : phases
    const tasks = all.map(() => ({ task: 'Look' }))
    const call: Call = {
      callId: callIdOf(REPLY, 9),
      name: 'spawn_agents',
      action: 'spawn',
      subject: null,
      digest: 's',
      input: { type: 'object', value: { tasks } },
      verdict: { type: 'run', limitMs: 1_000, isApproved: false, mayWrite: true, editedTo: null },
    }
    const children = all.map((phase, index): SubAgent => {
      return { agentId: `a${index + 1}` as AgentId, task: 'Look', phase }
    })
    const round = { ...done, remaining }
    const current = { call, startedAt }
    const state = { type: 'awaitingSubAgents', turn: each, round, current, children } as const
    return isAsking(state) ? { ...state, turn: withPausedClock(each) } : state
  })

const phase: Arbitrary<StateOf<'llmRequesting'>['phase']> = fc.oneof(
  fc.record({
    type: fc.constantFrom('connecting', 'streaming'),
    requestId: workId,
    withTools: fc.boolean(),
    timerId,
    deadline: at,
    since: at,
  }),
  fc.record({
    type: fc.constant('backoff' as const),
    timerId,
    retryAt: at,
    error: fc.record({ kind: errorKind, message: text }),
    patienceMs: fc.constantFrom(null, 0, 60_000),
  }),
)

const idle: Arbitrary<StateOf<'idle'>> = fc.record({
  type: fc.constant('idle'),
  unfinished: fc.option(unfinished),
})
const failed: Arbitrary<StateOf<'failed'>> = fc.record({
  type: fc.constant('failed'),
  reason: fc.constantFrom(...SubAgentOutcome.exclude(['completed']).options),
  message: text,
  lastReplyId: fc.option(messageId),
})

const states: { readonly [Type in ConversationState['type']]: Arbitrary<StateOf<Type>> } = {
  idle,
  awaitingLlm: fc.record({
    type: fc.constant('awaitingLlm'),
    turn,
    purpose,
    reason: fc.constantFrom('userMessage', 'toolResults', 'continue', 'retry', 'compact'),
    timerId,
    dueAt: at,
    maxDueAt: at,
  }),
  llmRequesting: fc.record({
    type: fc.constant('llmRequesting'),
    turn,
    purpose,
    attempt: fc.integer({ min: 1, max: 3 }),
    phase,
  }),
  awaitingApproval: asking,
  awaitingAnswer: questioning,
  toolExecuting: executing,
  awaitingSubAgents: delegating,
  cancelling: fc
    .record({
      type: fc.constant('cancelling' as const),
      waitingFor: fc.uniqueArray(fc.oneof(workId, fc.constant('a1' as AgentId)), {
        minLength: 1,
        maxLength: 2,
      }),
      timerId,
      deadline: at,
      turn,
      rest: fc.oneof(idle, failed),
      then: fc.constantFrom('rest', 'turn', 'round'),
    })
    .map(({ waitingFor, turn: each, rest, then, ...others }) => ({
      ...others,
      turnId: each.id,
      waitingFor: waitingFor.map((id) => ({ workId: id, what: 'bash: sleep 9' })),
      then: then === 'rest' ? { type: then, state: rest } : { type: then, turn: each },
    })),
  contextExhausted: fc.record({
    type: fc.constant('contextExhausted'),
    turnId,
    choices: fc.constant(ContextChoice.options),
  }),
  error: fc.record({
    type: fc.constant('error'),
    turnId,
    kind: errorKind,
    message: text,
    retryAt: fc.option(at),
    resume: purpose,
    goal: purpose,
    throughSeq: fc.constantFrom(null, 7),
    focus: fc.constantFrom(null, 'Keep the API decisions.'),
    unfinished: fc.option(unfinished),
  }),
  completed: fc.record({ type: fc.constant('completed'), result: text }),
  failed,
}

export function anyStateOf<Type extends ConversationState['type']>(
  ...types: readonly Type[]
): Arbitrary<StateOf<Type>> {
  return fc.oneof(...types.map((type) => states[type])) as Arbitrary<StateOf<Type>>
}

/** States in which a turn runs, or its end waits for stopped work. */
export const anyBusyState = anyStateOf(
  'awaitingLlm',
  'llmRequesting',
  'awaitingApproval',
  'awaitingAnswer',
  'toolExecuting',
  'awaitingSubAgents',
  'cancelling',
)
export const anyState: Arbitrary<ConversationState> = fc.oneof(...Object.values(states))
