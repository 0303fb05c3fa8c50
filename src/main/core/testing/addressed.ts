import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { awaitedBy } from '../turn/awaited.ts'
import type { ConversationEvent, Envelope } from '../machine/event.ts'

/** Points three of four events at something that the state waits for. */
export function addressed(
  event: ConversationEvent,
  state: ConversationState,
  choice: number,
): ConversationEvent {
  const { works, timers } = awaitedBy(state)
  const [work] = works
  const [timer] = timers
  if (choice === 0) return event
  if (event.type === 'timerFired' && timer !== undefined) return { ...event, timerId: timer }
  if ('requestId' in event && work !== undefined) return { ...event, requestId: work }
  if ('workId' in event && work !== undefined) return { ...event, workId: work }
  const [agentId] = agentsOf(state)
  if (event.type === 'childChanged' && agentId !== undefined) return { ...event, agentId }
  return event
}

/** Returns the sub-agents that a state waits for. */
function agentsOf(state: ConversationState): readonly AgentId[] {
  switch (state.type) {
    case 'awaitingSubAgents':
      return state.children.flatMap(({ agentId, phase }) =>
        phase.type === 'ended' ? [] : [agentId],
      )
    case 'cancelling':
      return state.waitingFor.map(({ workId }) => workId as AgentId)
    case 'idle':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingApproval':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return []
    default:
      return assertNever(state)
  }
}

/** Returns the event after the awaited work fails or, without work, its timer fires. For tests. */
export function failureOf(
  state: ConversationState,
  work: ReturnType<typeof awaitedBy>['works'][number] | undefined,
  timer: ReturnType<typeof awaitedBy>['timers'][number] | undefined,
  envelope: Envelope,
): ConversationEvent {
  if (work !== undefined && state.type === 'llmRequesting') {
    return {
      ...envelope,
      type: 'llmFailed',
      requestId: work,
      kind: 'network',
      detail: 'x',
      retryAfterMs: null,
      repairs: [],
    }
  }
  const [agentId] = agentsOf(state)
  if (work !== undefined && agentId === work) {
    const now = { type: 'ended', outcome: 'network', text: '', tokens: 0 } as const
    return { ...envelope, type: 'childChanged', agentId, now }
  }
  if (work !== undefined) {
    return {
      ...envelope,
      type: 'toolFinished',
      workId: work,
      outcome: 'failed',
      content: [],
      summary: null,
      files: [],
      digest: 'r',
    }
  }
  if (timer === undefined) throw new Error('a busy state without a timer')
  return { ...envelope, type: 'timerFired', timerId: timer }
}
