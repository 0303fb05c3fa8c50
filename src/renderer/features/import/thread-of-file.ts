import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { ThreadView } from '../../../client/conversation/conversation-view.ts'

/** The id for the contents of a file, which belong to no conversation. */
export const NO_CONVERSATION = '' as ConversationId

/** The contents of a file, for a thread: nothing runs in it and it accepts no input. */
export function threadOfFile(messages: readonly Message[], hasEarlier: boolean): ThreadView {
  return {
    summary: { id: NO_CONVERSATION },
    model: '',
    state: { type: 'idle', unfinished: null },
    turn: null,
    messages,
    hasEarlier,
    shells: [],
    reply: null,
    notKept: null,
    output: null,
    isFolderGone: false,
    streamedAs: new Map(),
  }
}
