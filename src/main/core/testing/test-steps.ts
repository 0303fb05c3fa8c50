import { assertNever } from '../../../shared/assert-never.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { type Block, textsOf } from '../../../shared/messages/content.ts'
import {
  type ConversationState,
  IDLE,
  type StateOf,
} from '../../../shared/conversation/conversation-state.ts'
import type {
  AgentId,
  CallId,
  EventId,
  MessageId,
  TimerId,
  TurnId,
  WorkId,
} from '../../../shared/ids.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Context } from '../machine/context.ts'
import type { CallFacts, ConversationEvent, Envelope, Input } from '../machine/event.ts'
import type { Lifecycle } from '../machine/lifecycle.ts'
import type { Moved } from '../machine/step.ts'
import { testContext } from './test-context.ts'
import { transition } from '../transition.ts'
import { fileChange, HOOK_RUN } from './test-messages.ts'

/** Steps of the real machine, and the states they lead to. For example tests. */
export const AT = 1_700_000_000_000

let count = 0
export function enveloped(input: Input, envelope: Partial<Envelope> = {}): ConversationEvent {
  const id = `e${count++}` as EventId
  return {
    ...input,
    id,
    at: AT,
    random: 0.5,
    printed: '',
    isFolderGone: false,
    sleptMs: 0,
    ...envelope,
  }
}

export function take(
  state: ConversationState,
  input: Input,
  envelope: Partial<Envelope> = {},
  context: Context = testContext(),
): Moved {
  const step = transition(state, context, enveloped(input, envelope))
  if (step.type !== 'moved') throw new Error(`refused: ${step.reason}`)
  return step
}

export function inState<Type extends ConversationState['type']>(
  { state }: Moved,
  type: Type,
): StateOf<Type> {
  if (state.type !== type) throw new Error(`${state.type}, not ${type}`)
  return state as StateOf<Type>
}

export const MESSAGE: Input = {
  type: 'userMessage',
  messageId: 'm' as MessageId,
  text: 'Go',
  attachments: [],
  mode: 'policy',
}

/** One event of each type; their ids match nothing. */
export const SAMPLES: { readonly [Type in Input['type']]: Input } = {
  userMessage: MESSAGE,
  cancelRequested: { type: 'cancelRequested', by: 'user' },
  approvalAnswered: { type: 'approvalAnswered', callIds: [], answer: { type: 'once' } },
  questionAnswered: {
    type: 'questionAnswered',
    callId: 'no-call' as CallId,
    answer: { type: 'skipped' },
  },
  continueRequested: { type: 'continueRequested' },
  retryRequested: { type: 'retryRequested' },
  compactRequested: { type: 'compactRequested' },
  turnExtended: { type: 'turnExtended', turnId: 'no-turn' as TurnId },
  rewound: { type: 'rewound', fromSeq: 1 },
  attachmentsDropped: { type: 'attachmentsDropped' },
  forked: { type: 'forked', from: { type: 'summary', text: 'So far.', model: null } },
  editsUndone: {
    type: 'editsUndone',
    of: 'edits',
    messageIds: ['m1' as MessageId],
    files: [fileChange('a.ts')],
  },
  settingsChanged: { type: 'settingsChanged', change: {} },
  hooksAnswered: {
    type: 'hooksAnswered',
    of: { type: 'turn' },
    runs: [HOOK_RUN],
    blocks: null,
  },
  shutdownRequested: { type: 'shutdownRequested' },
  sessionOpened: { type: 'sessionOpened', context: testContext(), unclosed: false },
  sessionClosed: { type: 'sessionClosed', reason: 'closed' },
  recovered: { type: 'recovered', openTurn: null, rested: null, openCalls: [] },
  timerFired: { type: 'timerFired', timerId: 'none' as TimerId },
  llmStreamStarted: { type: 'llmStreamStarted', requestId: 'none' as WorkId },
  llmResponded: replyTo('none' as WorkId, []),
  llmFailed: failureOf('none' as WorkId),
  toolFinished: finished('none' as WorkId),
  toolAsked: toolAsks('none' as WorkId),
  questionWithdrawn: { type: 'questionWithdrawn', workId: 'none' as WorkId, number: 1 },
  childChanged: ended('none' as AgentId),
  workLost: { type: 'workLost', workId: 'none' as WorkId },
  storeFailed: { type: 'storeFailed', fault: 'full' },
}

/** Returns how a state responds to one event of each type: where it moves, or why it refuses. */
export function answersOf(
  state: ConversationState,
  context = testContext(),
): Readonly<Record<string, string>> {
  const answers = Object.entries(SAMPLES).map(([type, input]) => {
    const step = transition(state, context, enveloped(input))
    return [type, step.type === 'moved' ? `-> ${step.state.type}` : step.reason]
  })
  return Object.fromEntries(answers)
}

/** Returns the event of a running tool that asks a person. */
export function toolAsks(workId: WorkId, number = 1): Extract<Input, { type: 'toolAsked' }> {
  const options = [{ label: 'Yes' }, { label: 'No' }]
  const question = { question: 'Really?', options, multi_select: false }
  return { type: 'toolAsked', workId, number, by: 'A server', question }
}

export function fired(timerId: TimerId): Input {
  return { type: 'timerFired', timerId }
}

export function replyTo(
  requestId: WorkId,
  checks: readonly CallFacts['check'][],
  end: ReplyEnd = 'toolUse',
): Input {
  const input = { type: 'object', value: { command: 'make all' } } as const
  const blocks = checks.map((): Block => {
    return { type: 'toolCall', providerCallId: 'p', name: 'bash', input }
  })
  const calls = checks.map((check) => ({ name: 'bash', input, digest: 'd', check }))
  const usage = NO_USAGE
  const measured = { usage, requestTokens: 1_000, follows: 'message' } as const
  return { type: 'llmResponded', requestId, blocks, calls, end, ...measured }
}

export function failureOf(requestId: WorkId): Input {
  return {
    type: 'llmFailed',
    requestId,
    kind: 'network',
    detail: 'Cut off.',
    retryAfterMs: null,
    repairs: [],
  }
}

export function finished(workId: WorkId): Input {
  const content = [{ type: 'text', text: 'done' } as const]
  return {
    type: 'toolFinished',
    workId,
    outcome: 'ok',
    content,
    summary: 'exit 0',
    files: [],
    digest: 'r',
  }
}

export function ended(agentId: AgentId): Input {
  const now = { type: 'ended', outcome: 'completed', text: 'found', tokens: 0 } as const
  return { type: 'childChanged', agentId, now }
}

export function awaitingLlm(): StateOf<'awaitingLlm'> {
  return inState(take(IDLE, MESSAGE), 'awaitingLlm')
}

export type Connecting = StateOf<'llmRequesting'> & {
  readonly phase: { readonly type: 'connecting' }
}

export function requesting(): Connecting {
  const waiting = awaitingLlm()
  const state = inState(take(waiting, fired(waiting.timerId)), 'llmRequesting')
  if (state.phase.type !== 'connecting') throw new Error('not connecting')
  return { ...state, phase: state.phase }
}

export const RUNS = {
  type: 'runnable',
  limitMs: 60_000,
  action: 'command',
  subject: 'make all',
  reach: 'inside',
} as const

/** Returns a state in which the first of this many calls runs. */
export function executing(calls = 2): StateOf<'toolExecuting'> {
  const state = requesting()
  const checks = Array.from({ length: calls }, () => RUNS)
  return inState(take(state, replyTo(state.phase.requestId, checks)), 'toolExecuting')
}

/** Returns a state in which this many calls wait for approval. */
export function asking(calls = 2): StateOf<'awaitingApproval'> {
  const state = requesting()
  const checks = Array.from({ length: calls }, () => ({ ...RUNS, reach: 'outside' as const }))
  return inState(take(state, replyTo(state.phase.requestId, checks)), 'awaitingApproval')
}

/** Returns a state in which the agent has asked a question. */
export function questioning(): StateOf<'awaitingAnswer'> {
  const state = requesting()
  const input = { type: 'object', value: { question: 'Which?' } } as const
  const check = { ...RUNS, action: 'question', subject: null } as const
  const reply = replyTo(state.phase.requestId, [check, RUNS])
  if (reply.type !== 'llmResponded') throw new Error('no reply')
  const [first, ...others] = reply.calls
  if (first === undefined) throw new Error('no call')
  const calls = [{ ...first, name: 'ask_user', input }, ...others]
  return inState(take(state, { ...reply, calls }), 'awaitingAnswer')
}

/** Returns a state in which this many sub-agents work. */
export function delegating(children = 2): StateOf<'awaitingSubAgents'> {
  const state = requesting()
  const tasks = Array.from({ length: children }, (_, index) => ({ task: `Task ${index}` }))
  const input = { type: 'object', value: { tasks } } as const
  const check = { ...RUNS, action: 'spawn', subject: null } as const
  const reply = replyTo(state.phase.requestId, [check, RUNS])
  if (reply.type !== 'llmResponded') throw new Error('no reply')
  const calls = reply.calls.map((call, index) => (index === 0 ? { ...call, input } : call))
  return inState(take(state, { ...reply, calls }), 'awaitingSubAgents')
}

export function cancelling(): StateOf<'cancelling'> {
  return inState(take(executing(), SAMPLES.cancelRequested), 'cancelling')
}

/** Returns a state after a tool missed its limit: the round continues when its process has ended. */
export function cancellingForRound(): StateOf<'cancelling'> {
  const state = executing()
  return inState(take(state, fired(state.current.timerId)), 'cancelling')
}

/** Returns the results and other messages of a step, in a few words each. */
export function wordsIn({ messages }: Moved): readonly string[] {
  return messages.map(({ content }) => {
    switch (content.type) {
      case 'tool':
        return `${content.outcome}: ${textsOf(content.content).join('')}`
      case 'agent':
        return `agent: ${content.blocks.length}`
      case 'subAgent':
        return `subAgent ${content.outcome}: ${content.text}`
      case 'undo':
        return `undo ${content.heard}: ${content.files.map(({ shown }) => shown).join()}`
      case 'attachmentsDropped':
      case 'unreadable':
        return content.type
      case 'rewound':
        return `rewound from ${content.fromSeq}`
      case 'user':
      case 'summary':
      case 'repair':
      case 'system':
      case 'error':
        return `${content.type}: ${content.text}`
      default:
        return assertNever(content)
    }
  })
}

export function recorded({ lifecycle }: Moved): readonly Lifecycle['type'][] {
  return lifecycle.map(({ type }) => type)
}
