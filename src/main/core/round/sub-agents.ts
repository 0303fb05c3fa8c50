import type { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { SubAgent, SubAgentPhase } from '../../../shared/conversation/sub-agent.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { CallOutcome, SubAgentOutcome } from '../../../shared/messages/message.ts'
import type { Call, Round, Turn } from '../../../shared/conversation/turn.ts'
import { modelName, readModelName } from '../../../shared/models/model-name.ts'
import { type AgentTask, tasksOf } from '../request/agent-tools.ts'
import type { Context } from '../machine/context.ts'
import type { EndedChild, EventOf } from '../machine/event.ts'
import { firstLine } from '../machine/first-line.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { wellFormed } from '../request/text/well-formed.ts'

/** Maximum length of a result for the parent, in UTF-16 code units. */
const MAX_RESULT_LENGTH = 32 * 1024

/** Rule 11: creates the children in this step, all or none. */
export function startChildren(
  draft: Draft,
  context: Context,
  turn: Turn,
  round: Round,
  call: Call,
): Moved {
  const tasks = tasksOf(call.input) ?? []
  const { endpoint } = turn.settings.primary
  const children = tasks.map((task, index) => {
    const model =
      task.model === null
        ? modelOfKind(task.kind, endpoint, context)
        : modelAt(endpoint, task.model)
    return startChild(draft, call, { ...task, model }, index)
  })
  return draft.moveTo({
    type: 'awaitingSubAgents',
    turn: {
      ...turn,
      toolCalls: turn.toolCalls + 1,
      subAgents: turn.subAgents + children.length,
    },
    round,
    current: { call, startedAt: draft.at },
    children,
  })
}

/** Returns null for the parent's model. A model that a person set for another endpoint does not apply here. */
function modelOfKind(kind: AgentKind, endpoint: string, { explorerModel }: Context): string | null {
  if (kind === 'worker' || explorerModel === null) return null
  return readModelName(explorerModel).endpoint === endpoint ? explorerModel : null
}

/**
 * Returns the full name of a model at this endpoint: an agent never moves its work to an endpoint that a person did not
 * choose. Null if the name is not valid there.
 */
function modelAt(endpoint: string, model: string): string | null {
  const name = modelName({ endpoint, model })
  return readModelName(name).endpoint === endpoint ? name : null
}

function startChild(
  draft: Draft,
  { callId }: Call,
  { agent, task, kind, limitMs, model }: AgentTask,
  index: number,
): SubAgent {
  const agentId = draft.newAgentId()
  draft.create({ agentId, callId, index, task, kind, model })
  draft.start({ type: 'startChild', agentId, task, ...(agent !== null && { agent }) })
  const timerId = draft.newTimerId()
  const deadline = draft.startTimer(timerId, limitMs)
  return { agentId, task, phase: { type: 'working', timerId, deadline } }
}

export function endedPhase(
  draft: Draft,
  call: Call,
  child: Pick<SubAgent, 'agentId' | 'task'>,
  now: Extract<EventOf<'childChanged'>['now'], { type: 'ended' }>,
): SubAgentPhase {
  const text = cut(now.text)
  const messageId = addSubAgentEnd(draft, call.callId, { ...child, ...now, text })
  return { type: 'ended', outcome: now.outcome, messageId, text }
}

/** Cuts a long text, never within a character. */
function cut(text: string): string {
  return wellFormed(text.slice(0, MAX_RESULT_LENGTH))
}

function addSubAgentEnd(
  draft: Draft,
  callId: Call['callId'],
  { agentId, task, outcome, text }: Omit<EndedChild, 'messageId'>,
): MessageId {
  return draft.addMessage({ type: 'subAgent', callId, agentId, task, outcome, text })
}

/** Gives the call its result although some of its sub-agents have not ended: these are cancelled. */
export function closeChildren(
  draft: Draft,
  state: StateOf<'awaitingSubAgents'>,
  outcome: CallOutcome,
): void {
  const { call } = state.current
  const children = state.children.map(({ agentId, task, phase }): EndedChild => {
    return phase.type === 'ended'
      ? { agentId, task, ...phase }
      : { agentId, task, outcome: 'cancelled', text: '', messageId: null }
  })
  addSubAgentResult(draft, call.callId, { children, outcome, since: state.current.startedAt })
}

/** Records the call's result: that of each sub-agent, in the order of the tasks. Each end was recorded before. */
export function addSubAgentResult(
  draft: Draft,
  callId: Call['callId'],
  ended: {
    readonly children: readonly EndedChild[]
    readonly outcome: CallOutcome
    /** When the call started; null if unknown. */
    readonly since: number | null
  },
): { readonly messageId: MessageId; readonly text: string } {
  const children = ended.children.map((child) => ({ ...child, text: cut(child.text) }))
  for (const child of children) if (child.messageId === null) addSubAgentEnd(draft, callId, child)
  const text = children.map(describeEnd).join('\n\n')
  const messageId = draft.addMessage({
    type: 'tool',
    callId,
    outcome: ended.outcome,
    content: [{ type: 'text', text }],
    durationMs: ended.since === null ? null : Math.max(0, draft.at - ended.since),
    summary: summaryOf(children),
    files: [],
  })
  return { messageId, text }
}

function describeEnd({ task, outcome, text }: EndedChild, index: number): string {
  const head = `Sub-agent ${index + 1} (${firstLine(task)}): ${wordFor(outcome)}`
  return text.trim() === '' ? head : `${head}\n\n${text}`
}

function summaryOf(children: readonly EndedChild[]): string {
  const done = children.filter(({ outcome }) => outcome === 'completed').length
  return `${done} of ${children.length} completed`
}

/** Returns the outcome of a sub-agent in words. */
function wordFor(outcome: SubAgentOutcome): string {
  switch (outcome) {
    case 'completed':
      return 'completed'
    case 'unsuccessful':
      return 'failed, by its own account'
    case 'cancelled':
      return 'cancelled'
    case 'timeout':
      return 'timed out'
    case 'turnLimit':
      return 'reached the limit of its turn'
    case 'cutReply':
      return 'was cut off at the output limit'
    case 'contextExhausted':
      return 'read more than its model can take'
    case 'interrupted':
      return 'interrupted'
    case 'auth':
    case 'billing':
    case 'rateLimit':
    case 'overloaded':
    case 'network':
    case 'server':
    case 'invalidRequest':
    case 'refused':
    case 'storage':
    case 'internal':
      return `failed (${outcome})`
    default:
      return assertNever(outcome)
  }
}

export function describeChild({ task }: Pick<SubAgent, 'task'>): string {
  return `sub-agent: ${firstLine(task)}`
}
