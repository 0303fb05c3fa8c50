import type { AgentId, CallId, ConversationId, MessageId } from '../../../../shared/ids.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import { submittedResult } from '../../conversation/record/submitted-result.ts'
import { type FoundChild, openCallsOf } from '../../conversation/record/open-calls.ts'
import { openTurnIn, restedIn } from '../../conversation/record/open-turn.ts'
import type { RecoveryFacts } from '../../ports/recovery-store.ts'
import type { StoredRecord } from './memory-log.ts'

/** Returns what a restart finds of one conversation. */
export function recoveryFactsIn(
  all: ReadonlyMap<ConversationId, StoredRecord>,
  id: ConversationId,
  { rows, messages, state }: StoredRecord,
): RecoveryFacts {
  const entries = rows.flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
  const turn = entries.findLast((entry) => entry.type.startsWith('turn'))
  const started = entries.flatMap((entry) => (entry.type === 'toolStarted' ? [entry.callId] : []))
  const at = messages.findLastIndex((message) => message.content.type === 'agent')
  return {
    openTurn: openTurnIn(turn),
    rested: restedIn(state),
    openCalls: openCallsOf({
      messages: at === -1 ? [] : messages.slice(at),
      started: new Set(started),
      state,
      childrenOf: (callId) => childrenOf(all, id, callId),
    }),
  }
}

function childrenOf(
  all: ReadonlyMap<ConversationId, StoredRecord>,
  id: ConversationId,
  callId: CallId,
): readonly FoundChild[] {
  const contentOf = (each: MessageId): MessageContent | null =>
    [...all.values()].flatMap(({ messages }) => messages).find((message) => message.id === each)
      ?.content ?? null
  return [...all]
    .flatMap(([childId, { parent, state }]) =>
      parent?.conversationId === id && parent.callId === callId
        ? [{ agentId: childId as AgentId, parent, state }]
        : [],
    )
    .toSorted((a, b) => a.parent.index - b.parent.index)
    .map(({ agentId, parent: { task }, state }) => {
      return { agentId, task, ...submittedResult(state, contentOf) }
    })
}
