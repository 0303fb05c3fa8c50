import { z } from 'zod'
import { AgentKind } from '../../../shared/agent-kind.ts'
import type { CallInput } from '../../../shared/content.ts'
import type { ConversationState } from '../../../shared/conversation-state.ts'
import type { SubAgent } from '../../../shared/sub-agent.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/message.ts'

export type SubAgentsByCall = ReadonlyMap<CallId, readonly SubAgent[]>

/** The sub-agents of each call: as the state has them while they work, afterwards from what they handed in. */
export function subAgentsByCall(
  messages: readonly Message[],
  state: ConversationState,
): SubAgentsByCall {
  const byCall = new Map<CallId, readonly SubAgent[]>()
  for (const message of messages) {
    const { content } = message
    if (content.type !== 'subAgent') continue
    const { callId, agentId, task, outcome, text } = content
    const phase = { type: 'ended', outcome, messageId: message.id, text } as const
    byCall.set(callId, [...(byCall.get(callId) ?? []), { agentId, task, phase }])
  }
  if (state.type === 'awaitingSubAgents') byCall.set(state.current.call.callId, state.children)
  return byCall
}

/** They hand in as they end, and stand in the order in which the call names their tasks. */
export function inTaskOrder(agents: readonly SubAgent[], input: CallInput): readonly SubAgent[] {
  const tasks = input.type === 'object' ? input.value['tasks'] : null
  if (!Array.isArray(tasks)) return agents
  const order = tasks.map((each: unknown) =>
    typeof each === 'object' && each !== null && 'task' in each ? each.task : null,
  )
  return agents.toSorted((one, other) => order.indexOf(one.task) - order.indexOf(other.task))
}

/** What each task of a call is for, in the order of the tasks; one that says nothing of it is a worker's. */
export function kindsOf(input: CallInput): readonly AgentKind[] {
  const tasks = input.type === 'object' ? input.value['tasks'] : null
  if (!Array.isArray(tasks)) return []
  return tasks.map((each: unknown) => Task.safeParse(each).data?.kind ?? 'worker')
}

const Task = z.object({ kind: AgentKind.optional() })

/** What was said, without the task at its beginning: that stands above the transcript. */
export function withoutTask(messages: readonly Message[], task: string): readonly Message[] {
  const first = messages[0]?.content
  return first?.type === 'user' && first.text === task ? messages.slice(1) : messages
}
