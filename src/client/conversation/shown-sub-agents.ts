import * as z from '../../shared/schema.ts'
import { AgentKind } from '../../shared/conversation/agent-kind.ts'
import type { CallInput } from '../../shared/messages/content.ts'
import { callIn } from '../../shared/messages/call-id.ts'
import type { AgentId, CallId } from '../../shared/ids.ts'
import type { Message, SubAgentOutcome } from '../../shared/messages/message.ts'
import type {
  ChildPhaseView,
  StateView,
  StateViewOf,
} from '../../shared/conversation/state-view.ts'
import { asJson } from '../../shared/messages/user-question.ts'

/** A sub-agent's phase; once ended, with the result from its message. */
export type ShownPhase =
  | Exclude<ChildPhaseView, { type: 'ended' }>
  | { readonly type: 'ended'; readonly outcome: SubAgentOutcome; readonly text: string }

export interface ShownSubAgent {
  readonly agentId: AgentId
  readonly task: string
  readonly phase: ShownPhase
}

export type SubAgentsByCall = ReadonlyMap<CallId, readonly ShownSubAgent[]>

/** Returns the sub-agents of each call: from the state while they work, afterwards from their results. */
export function subAgentsByCall(messages: readonly Message[], state: StateView): SubAgentsByCall {
  const byCall = new Map<CallId, readonly ShownSubAgent[]>()
  for (const { content } of messages) {
    if (content.type !== 'subAgent') continue
    const { callId, agentId, task, outcome, text } = content
    const phase = { type: 'ended', outcome, text } as const
    byCall.set(callId, [...(byCall.get(callId) ?? []), { agentId, task, phase }])
  }
  if (state.type === 'awaitingSubAgents') byCall.set(state.callId, childrenOf(state, messages))
  return byCall
}

/** Returns the sub-agents of the running call, in the order of their tasks. */
export function childrenOf(
  { callId, children }: StateViewOf<'awaitingSubAgents'>,
  messages: readonly Message[],
): readonly ShownSubAgent[] {
  const call = callIn(messages, callId)
  const tasks = call === null ? [] : tasksIn(call.input)
  return children.map(({ agentId, phase }, index) => {
    return { agentId, task: tasks[index]?.task ?? '', phase: shownPhase(phase, messages) }
  })
}

function shownPhase(phase: ChildPhaseView, messages: readonly Message[]): ShownPhase {
  if (phase.type !== 'ended') return phase
  const { type, outcome, messageId } = phase
  const content = messages.find(({ id }) => id === messageId)?.content
  return { type, outcome, text: content?.type === 'subAgent' ? content.text : '' }
}

/** Sorts sub-agents by the order of their tasks: their results arrive in the order in which they end. */
export function inTaskOrder(
  agents: readonly ShownSubAgent[],
  input: CallInput,
): readonly ShownSubAgent[] {
  const order = tasksIn(input).map(({ task }) => task)
  if (order.length === 0) return agents
  return agents.toSorted((one, other) => order.indexOf(one.task) - order.indexOf(other.task))
}

/** Returns the kind of each task of a call, in order. Default: worker. */
export function kindsOf(input: CallInput): readonly AgentKind[] {
  return tasksIn(input).map(({ kind }) => kind)
}

function tasksIn(input: CallInput): readonly z.infer<typeof Task>[] {
  const tasks = input.type === 'object' ? asJson(input.value['tasks']) : null
  return Array.isArray(tasks) ? tasks.map((each: unknown) => Task.parse(each)) : []
}

const NO_TASK = { task: '', kind: 'worker' } as const
const Task = z
  .object({ task: z.string().catch(''), kind: AgentKind.default('worker').catch('worker') })
  .catch(NO_TASK)

/** Removes the task at the beginning of the messages: it is shown above the transcript. */
export function withoutTask(messages: readonly Message[], task: string): readonly Message[] {
  const first = messages[0]?.content
  return first?.type === 'user' && first.text === task ? messages.slice(1) : messages
}
