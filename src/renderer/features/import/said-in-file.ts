import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { SaidView } from '../../../client/conversation/conversation-view.ts'

/** No conversation has it: what a file says belongs to none. */
const NONE = '' as ConversationId

/** What a file says, for a thread: nothing runs in it and it accepts no input. */
export function saidInFile(messages: readonly Message[], hasEarlier: boolean): SaidView {
  return {
    summary: { id: NONE },
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
