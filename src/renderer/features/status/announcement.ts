import type { Message } from '../../../shared/messages/message.ts'
import type { StateViewOf } from '../../../shared/conversation/state-view.ts'
import type { Purpose } from '../../../shared/conversation/turn.ts'
import { wordsOfCause } from '../../../client/words/words.ts'

/** The announcement of a completed turn. `goal`: its goal; `messages`: the newest last. */
export function announcementOf(
  goal: Purpose,
  state: StateViewOf<'idle'>,
  messages: readonly Message[],
): string {
  if (goal === 'compaction') {
    const isSummarised = messages.at(-1)?.content.type === 'summary'
    return isSummarised ? 'The conversation was summarised.' : STOPPED
  }
  if (state.unfinished === null) return 'The agent has answered.'
  return `${STOPPED} ${wordsOfCause(state.unfinished)}`
}

const STOPPED = 'The agent has stopped.'
