import type { PastView } from '../../../shared/protocol/inspector-commands.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { ConversationView } from '../../../client/conversation/conversation-view.ts'

/**
 * The thread at that time: nothing runs in it, no time passes, and it accepts no input. `earlier`: messages before
 * those of `past`.
 */
export function pastThreadView(
  view: ConversationView,
  { hasEarlier, messages, seq }: Pick<PastView, 'hasEarlier' | 'messages' | 'seq'>,
  earlier: readonly Message[],
): ConversationView {
  const all = [...earlier, ...messages]
  return {
    ...view,
    seq,
    state: { type: 'idle', unfinished: null },
    turn: null,
    messages: all,
    hasEarlier: earlier.length === 0 ? hasEarlier : (all[0]?.seq ?? 1) > 1,
    reply: null,
    output: null,
    notKept: null,
    streamedAs: new Map(),
  }
}
