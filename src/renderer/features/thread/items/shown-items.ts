import type { StateView } from '../../../../shared/conversation/state-view.ts'
import type { ConversationView } from '../../../../client/conversation/conversation-view.ts'
import type { CallId, MessageId } from '../../../../shared/ids.ts'
import { type Outgoing, stillOutgoing } from '../../../state/composer/outgoing.ts'
import {
  type ShownReply,
  type SingleItem,
  type ThreadItem,
  livePartsOf,
} from '../../../../client/items/thread-items.ts'

/**
 * The running reply, or the text of a stopped or cut-off one: under the same key, so its elements stay. Null if there
 * is no text yet.
 */
export function unstoredReplyOf(
  view: Pick<ConversationView, 'model' | 'notKept' | 'reply'>,
): ShownReply | null {
  const reply = view.reply ?? view.notKept
  if (reply === null) return null
  const parts = livePartsOf(reply)
  const base = { key: reply.requestId, at: 0, model: view.model, end: 'endTurn' } as const
  return parts.length === 0 ? null : { ...base, parts }
}

/** True if a reply was requested and none of it has arrived: an animation takes its place. */
export function awaitsFirstWords({ reply, state }: ConversationView): boolean {
  if (reply !== null && livePartsOf(reply).length > 0) return false
  if (state.type === 'awaitingLlm') return state.purpose === 'reply'
  return (
    state.type === 'llmRequesting' && state.purpose === 'reply' && state.phase.type !== 'backoff'
  )
}

/** The note on a reply that was stopped or cut. */
export function wordsOfNotKept({ type }: StateView): string {
  return type === 'llmRequesting'
    ? 'Cut off here and not saved. The model answers again from the start.'
    : 'This answer is unfinished and not saved. It stays here until the conversation continues.'
}

/** The error in the banner is not shown again in the thread. */
export function withoutShownError(
  items: readonly ThreadItem[],
  isErrorShown: boolean,
): readonly ThreadItem[] {
  return isErrorShown && items.at(-1)?.type === 'error' ? items.slice(0, -1) : items
}

/** Messages on their way to the agent, under the ids that their stored forms will have. */
export function pendingOf(
  outgoing: readonly Outgoing[],
  view: Pick<ConversationView, 'messages'>,
): readonly Outgoing[] {
  const mine = stillOutgoing(outgoing, view.messages)
  return mine.filter(({ route }) => route.type === 'now')
}

/** True if the place that a search leads to is in these items. */
export function holds(
  items: readonly SingleItem[],
  { callId, messageId }: { readonly callId: CallId | null; readonly messageId: MessageId },
  streamedAs: ConversationView['streamedAs'],
): boolean {
  const key = streamedAs.get(messageId) ?? messageId
  return items.some((item) =>
    item.type === 'agent'
      ? item.replies.some(
          (reply) =>
            reply.key === key ||
            reply.parts.some((part) => part.type === 'call' && part.call.callId === callId),
        )
      : item.key === key,
  )
}
