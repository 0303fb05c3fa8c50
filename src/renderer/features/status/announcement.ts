import type { Message } from '../../../shared/message.ts'
import type { StateViewOf } from '../../../shared/state-view.ts'
import type { Purpose } from '../../../shared/turn.ts'

/** What is said of a turn that has come to its end. `goal`: what it was for; `messages`: the newest last. */
export function announcementOf(
  goal: Purpose,
  state: StateViewOf<'idle'>,
  messages: readonly Message[],
): string {
  if (goal === 'compaction') {
    const isSummarised = messages.at(-1)?.content.type === 'summary'
    return isSummarised ? 'The conversation was summarised.' : STOPPED
  }
  return state.unfinished === null ? 'The agent has answered.' : STOPPED
}

const STOPPED = 'The agent has stopped.'
