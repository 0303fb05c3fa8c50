import type { ConversationId } from '../../../shared/ids.ts'
import { DRAFT_BEGINNING, type UnsentDraft } from '../../../shared/list-commands.ts'
import type { Kept } from './memory-log.ts'

/** As the real store finds them. */
export function unsentDraftsIn(kept: ReadonlyMap<ConversationId, Kept>): readonly UnsentDraft[] {
  return [...kept]
    .filter(([, { parent, messages, draft }]) => {
      const isEmpty = draft.text === '' && draft.attachments.length === 0
      return parent === null && messages.length === 0 && !isEmpty
    })
    .toSorted(([a, one], [b, other]) => other.createdAt - one.createdAt || (a < b ? -1 : 1))
    .map(
      ([
        conversationId,
        {
          folder,
          draft: { text, attachments },
        },
      ]) => {
        const beginning = text.slice(0, DRAFT_BEGINNING)
        return { conversationId, folder, beginning, files: attachments.length }
      },
    )
}
