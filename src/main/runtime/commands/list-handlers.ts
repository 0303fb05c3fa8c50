import { type AppError, appError } from '../../../shared/app-error.ts'
import type { ListPlace } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { CHARACTERS_OF_PAGE, PROMPTS_OF_PAGE } from '../../../shared/protocol/prompt-commands.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { storageError } from '../conversation/answers.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'

type OfList = HandlersOf<
  | 'conversation.archive'
  | 'conversation.pin'
  | 'conversation.retitle'
  | 'conversation.order'
  | 'conversation.delete'
  | 'conversation.restore'
  | 'draft.unsent'
  | 'prompt.earlier'
  | 'list.rows'
>

/** Commands on rows of the list, and on prompts and drafts in all conversations. */
export function listHandlers(
  { registry, clock, store }: HandlerPorts,
  { find, findFor }: ConversationAccess,
): OfList {
  function place(
    id: ConversationId,
    change: (now: ListPlace) => ListPlace,
  ): Result<Record<string, never>, AppError> {
    const found = findFor('arrange', id)
    if (!found.ok) return found
    const { record } = found.value
    const moved = record.moveTo(change(record.place))
    registry.rows.show(found.value.summary())
    return moved.ok ? ok({}) : failed(storageError(moved.error))
  }

  return {
    'list.rows': (_input, client) => {
      const { done = false, value = [] } = client.restOfList?.next() ?? { done: true }
      if (done) client.restOfList = null
      return ok({ conversations: value, isWhole: done })
    },

    'conversation.archive': ({ conversationId, isArchived }) =>
      place(conversationId, (now) => ({ ...now, isArchived })),

    'conversation.delete': ({ conversationId }) =>
      registry.deletions.delete(conversationId) ? ok({}) : failed(NOT_THERE),

    'conversation.restore': ({ conversationId }) =>
      registry.deletions.restore(conversationId) ? ok({}) : failed(TOO_LATE),

    'conversation.pin': ({ conversationId, isPinned }) =>
      place(conversationId, ({ isArchived, pinnedAt }) => {
        // It returns to the place among the others that it had before it was moved.
        return { isArchived, pinnedAt: isPinned ? (pinnedAt ?? clock.now()) : null, rank: null }
      }),

    'conversation.retitle': ({ conversationId }) => {
      const found = findFor('arrange', conversationId)
      return found.ok ? registry.titles.make(found.value) : found
    },

    'conversation.order': ({ ranks }) => {
      for (const { conversationId, rank } of ranks) {
        const placed = place(conversationId, (now) => ({ ...now, rank }))
        if (!placed.ok) return placed
      }
      return ok({})
    },

    'prompt.earlier': ({ conversationId, before }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { folder } = found.value.record.stored
      const page = store.sentPrompts(folder, before, PAGE_OF_PROMPTS)
      const prompts = page.prompts.filter(
        (each) => !registry.deletions.isDeleted(each.conversationId),
      )
      return ok({ prompts: prompts.map(({ text }) => text), next: page.next })
    },

    'draft.unsent': () => {
      const drafts = store.unsentDrafts()
      return ok({
        drafts: drafts.filter((each) => !registry.deletions.isDeleted(each.conversationId)),
      })
    },
  }
}

const PAGE_OF_PROMPTS = { prompts: PROMPTS_OF_PAGE, characters: CHARACTERS_OF_PAGE }
const NOT_THERE = appError('notFound', 'There is no such conversation in the list.')
const TOO_LATE = appError('deleted', 'This conversation was deleted and cannot be brought back.')
