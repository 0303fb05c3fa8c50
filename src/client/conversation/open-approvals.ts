import { assertNever } from '../../shared/assert-never.ts'
import { callIn, type WrittenCall } from '../../shared/messages/call-id.ts'
import type { CallId, ConversationId } from '../../shared/ids.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { AskedCallView } from '../../shared/conversation/state-view.ts'
import type { AskReason, CallAction } from '../../shared/conversation/turn.ts'
import type { SubAgentThreads } from './sub-agent-threads.ts'
import type { ConversationView } from './conversation-view.ts'
import type { Thread } from './thread.ts'
import { childrenOf } from './shown-sub-agents.ts'

/**
 * A conversation that waits for a person's decision. `task`: the sub-agent's task; null if the conversation on the
 * screen asks itself.
 */
export interface AskingConversation {
  readonly conversationId: ConversationId
  readonly task: string | null
}

/** A call that a person is asked about. `answer`: null until they have answered. */
export interface AskedCall {
  readonly call: WrittenCall & {
    readonly callId: CallId
    readonly action: CallAction
    /** The text that a rule can name. Null if there is none. */
    readonly subject: string | null
  }
  readonly why: AskReason
  readonly answer: AskedCallView['answer']
}

/** The content of the question card. */
export interface Question {
  readonly asker: AskingConversation
  /** `opening` until the question is known: a sub-agent's conversation must be opened first. */
  readonly phase:
    | { readonly type: 'opening' }
    | { readonly type: 'failed'; readonly message: string }
    | { readonly type: 'asks'; readonly calls: readonly AskedCall[]; readonly current: AskedCall }
  /** The number of sub-agents that wait for an answer behind this one. */
  readonly others: number
}

/** Returns the conversations that ask: this one, or its sub-agents in the order of their tasks, never both. */
export function askingConversationsOf({
  summary,
  state,
  messages,
}: ConversationView): readonly AskingConversation[] {
  switch (state.type) {
    case 'awaitingApproval':
      return [{ conversationId: summary.id, task: null }]
    case 'awaitingSubAgents':
      return childrenOf(state, messages).flatMap(({ agentId, task, phase }) =>
        phase.type === 'asking' ? [{ conversationId: agentId, task }] : [],
      )
    case 'idle':
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'awaitingAnswer':
    case 'toolExecuting':
    case 'cancelling':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return []
    default:
      return assertNever(state)
  }
}

/**
 * Returns the question to show: the one already on the screen while it still waits, so it is not replaced while someone
 * reads it; otherwise the first. Skips a question that was just answered, but whose parent has not noticed yet.
 */
export function questionOf(
  view: ConversationView,
  subAgents: SubAgentThreads,
  onScreen: ConversationId | null,
): Question | null {
  const open = askingConversationsOf(view).flatMap((asker) => {
    const phase =
      asker.task === null ? phaseOfView(view) : phaseOfThread(subAgents.get(asker.conversationId))
    return phase === null ? [] : [{ asker, phase }]
  })
  const shown = open.find(({ asker }) => asker.conversationId === onScreen) ?? open[0]
  return shown === undefined ? null : { ...shown, others: open.length - 1 }
}

function phaseOfThread(thread: Thread | undefined): Question['phase'] | null {
  switch (thread?.type) {
    case 'open':
      return phaseOfView(thread.view)
    case 'failed':
      return { type: 'failed', message: thread.error.message }
    case 'opening':
    case 'none':
    case undefined:
      return { type: 'opening' }
    default:
      return assertNever(thread)
  }
}

const NOT_HERE = 'The reply that made this call isn’t loaded.'

function phaseOfView({ state, messages }: ConversationView): Question['phase'] | null {
  if (state.type !== 'awaitingApproval') return null
  const calls = state.calls.flatMap((call) => askedCallOf(call, messages) ?? [])
  if (calls.length < state.calls.length) return { type: 'failed', message: NOT_HERE }
  const current = calls.find(({ answer }) => answer === null)
  return current === undefined ? null : { type: 'asks', calls, current }
}

export function askedCallOf(
  { callId, action, subjectIn, why, answer }: AskedCallView,
  messages: readonly Message[],
): AskedCall | null {
  const written = callIn(messages, callId)
  if (written === null) return null
  const { input } = written
  const named = input.type === 'object' && subjectIn !== null ? input.value[subjectIn] : null
  const subject = typeof named === 'string' ? named : null
  return { call: { ...written, callId, action, subject }, why, answer }
}
