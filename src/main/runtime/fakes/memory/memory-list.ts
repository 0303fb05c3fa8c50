import { listStatusOf, type StoredSummary } from '../../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import { DRAFT_BEGINNING, type UnsentDraft } from '../../../../shared/protocol/list-commands.ts'
import { UNTITLED } from '../../../core/turn/title.ts'
import { viewOf } from '../../../core/view/view-of.ts'
import type { StoredRecord } from './memory-log.ts'

/** Returns a row of the list. */
export function summaryOf(id: ConversationId, kept: StoredRecord): StoredSummary {
  const { folder, createdAt, updatedAt, isUnread, forkedFrom, messages } = kept
  const { isArchived, pinnedAt, rank } = kept
  const [title, status] = [kept.title ?? UNTITLED, listStatusOf(viewOf(kept.state))]
  const marks = { hasBegun: messages.length > 0, isUnread, forkedFrom, isArchived, pinnedAt, rank }
  return { id, title, folder, createdAt, updatedAt, ...status, ...marks }
}

export function listed(kept: ReadonlyMap<ConversationId, StoredRecord>): readonly StoredSummary[] {
  return [...kept]
    .filter(([, { parent }]) => parent === null)
    .map(([id, each]) => summaryOf(id, each))
    .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
}

export function listedAfter(
  kept: ReadonlyMap<ConversationId, StoredRecord>,
  after: ConversationId | null,
  count: number,
): readonly StoredSummary[] {
  return listed(kept)
    .filter(({ id }) => after === null || id > after)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, count)
}

/** Finds them like the real store. */
export function emptyIn(
  kept: ReadonlyMap<ConversationId, StoredRecord>,
  folder: string,
): readonly ConversationId[] {
  const written = new Set(unsentDraftsIn(kept).map(({ conversationId }) => conversationId))
  return [...kept]
    .filter(([id, each]) => {
      const isBegun = each.parent !== null || each.messages.length > 0
      return each.folder === folder && !isBegun && !written.has(id)
    })
    .toSorted(([a, one], [b, other]) => other.createdAt - one.createdAt || (a < b ? -1 : 1))
    .map(([id]) => id)
}

/** Finds them like the real store. */
export function unsentDraftsIn(
  kept: ReadonlyMap<ConversationId, StoredRecord>,
): readonly UnsentDraft[] {
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
