import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { UndoContent } from '../../../shared/messages/message.ts'
import type { EventOf } from './event.ts'
import type { Draft, Moved } from './step.ts'

/** Records restored files. Accepted in every state; changes none. */
export function recordUndo(
  draft: Draft,
  state: ConversationState,
  { files, messageIds, of }: EventOf<'editsUndone'>,
): Moved {
  draft.addMessage({ type: 'undo', of, messageIds, files, heard: deliveryOf(state) })
  return draft.moveTo(state)
}

/** A request in flight was built without the undo, and the next request must begin with the same content. */
function deliveryOf(state: ConversationState): UndoContent['heard'] {
  const isOut = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  return isOut ? 'afterReply' : 'next'
}

const MAX_NAMED = 20

/** Returns the text about an undo for the model. */
export function wordsOfUndo({ files, of }: Pick<UndoContent, 'files' | 'of'>): string {
  const names = namesOf(files.map(({ shown }) => shown))
  switch (of) {
    case 'edits':
      return `[The user undid your edits of ${names}. These files are as they were before the edits.]`
    case 'undo':
      return `[The user reverted an undo. ${names}: as before that undo.]`
    default:
      return assertNever(of)
  }
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
