import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationState, StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { SubAgent, SubAgentPhase } from '../../../shared/conversation/sub-agent.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import type { Call, Round } from '../../../shared/conversation/turn.ts'
import { tasksOf } from '../request/agent-tools.ts'
import {
  callRestorer,
  storeCall,
  type StoredCall,
  type StoredRound,
  storeRound,
} from './stored-call.ts'

/**
 * The stored form of a state. It refers to messages instead of copying their content: a call's input is in its reply, a
 * sub-agent's task in that input, and its result in a message.
 */
export type StoredState =
  | Exclude<ConversationState, { readonly round: Round }>
  | (Omit<StateOf<'awaitingApproval'>, 'round'> & { readonly round: StoredRound })
  | (Omit<StateOf<'awaitingAnswer'>, 'round' | 'current'> & {
      readonly round: StoredRound
      readonly current: { readonly call: StoredCall; readonly startedAt: number }
    })
  | (Omit<StateOf<'toolExecuting'>, 'round' | 'current'> & {
      readonly round: StoredRound
      readonly current: Omit<StateOf<'toolExecuting'>['current'], 'call'> & {
        readonly call: StoredCall
      }
    })
  | (Omit<StateOf<'awaitingSubAgents'>, 'round' | 'current' | 'children'> & {
      readonly round: StoredRound
      readonly current: { readonly call: StoredCall; readonly startedAt: number }
      readonly children: readonly StoredChild[]
    })

type Ended = Extract<SubAgentPhase, { type: 'ended' }>
interface StoredChild {
  readonly agentId: SubAgent['agentId']
  readonly phase: Exclude<SubAgentPhase, Ended> | Omit<Ended, 'text'>
}

export function storeState(state: ConversationState): StoredState {
  switch (state.type) {
    case 'awaitingApproval':
      return { ...state, round: storeRound(state.round) }
    case 'awaitingAnswer': {
      const { round, current } = state
      const call = storeCall(current.call)
      return { ...state, round: storeRound(round), current: { ...current, call } }
    }
    case 'toolExecuting': {
      const { round, current } = state
      const call = storeCall(current.call)
      return { ...state, round: storeRound(round), current: { ...current, call } }
    }
    case 'awaitingSubAgents': {
      const { round, current, children } = state
      const call = storeCall(current.call)
      return {
        ...state,
        round: storeRound(round),
        current: { ...current, call },
        children: children.map(storeChild),
      }
    }
    case 'idle':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'cancelling':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return state
    default:
      return assertNever(state)
  }
}

function storeChild({ agentId, phase }: SubAgent): StoredChild {
  if (phase.type !== 'ended') return { agentId, phase }
  const { text: _text, ...rest } = phase
  return { agentId, phase: rest }
}

type ContentOf = (id: MessageId) => MessageContent | null

/** Restores the content from messages. Null if one is missing: then the state is unreadable. */
export function restoreState(stored: StoredState, contentOf: ContentOf): ConversationState | null {
  switch (stored.type) {
    case 'awaitingApproval': {
      const round = restoreRound(stored.round, contentOf)
      return round === null ? null : { ...stored, round }
    }
    case 'awaitingAnswer': {
      const round = restoreRound(stored.round, contentOf)
      const call = restoreCall(stored.round, stored.current.call, contentOf)
      if (round === null || call === null) return null
      return { ...stored, round, current: { ...stored.current, call } }
    }
    case 'toolExecuting': {
      const round = restoreRound(stored.round, contentOf)
      const call = restoreCall(stored.round, stored.current.call, contentOf)
      if (round === null || call === null) return null
      return { ...stored, round, current: { ...stored.current, call } }
    }
    case 'awaitingSubAgents': {
      const round = restoreRound(stored.round, contentOf)
      const call = restoreCall(stored.round, stored.current.call, contentOf)
      if (round === null || call === null) return null
      const children = restoreChildren(stored.children, call, contentOf)
      if (children === null) return null
      return { ...stored, round, current: { ...stored.current, call }, children }
    }
    case 'idle':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'cancelling':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return stored
    default:
      return assertNever(stored)
  }
}

function restoreRound(round: StoredRound, contentOf: ContentOf): Round | null {
  const restore = callRestorer(round.replyId, contentOf(round.replyId))
  const remaining = round.remaining.flatMap((call) => restore(call) ?? [])
  return remaining.length === round.remaining.length ? { ...round, remaining } : null
}

function restoreCall(round: StoredRound, call: StoredCall, contentOf: ContentOf): Call | null {
  return callRestorer(round.replyId, contentOf(round.replyId))(call)
}

function restoreChildren(
  children: readonly StoredChild[],
  call: Call,
  contentOf: ContentOf,
): readonly SubAgent[] | null {
  const tasks = tasksOf(call.input)
  const restored = children.flatMap(({ agentId, phase }, index): SubAgent[] => {
    const task = tasks?.[index]?.task
    const restoredPhase = restorePhase(phase, contentOf)
    return task === undefined || restoredPhase === null
      ? []
      : [{ agentId, task, phase: restoredPhase }]
  })
  return restored.length === children.length ? restored : null
}

function restorePhase(phase: StoredChild['phase'], contentOf: ContentOf): SubAgentPhase | null {
  if (phase.type !== 'ended') return phase
  const content = contentOf(phase.messageId)
  return content?.type === 'subAgent' ? { ...phase, text: content.text } : null
}
