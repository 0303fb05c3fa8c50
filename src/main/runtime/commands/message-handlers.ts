import { appError, type AppError } from '../../../shared/app-error.ts'
import { areSameAttachments, type Attachment } from '../../../shared/messages/attachment.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { EMPTY_MARK, markOf } from '../../../shared/messages/draft-mark.ts'
import { hasNews, type MessageDraft, NO_DRAFT } from '../../../shared/messages/message.ts'
import { partToCompact } from '../../../shared/messages/part-to-compact.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { storageError } from '../conversation/answers.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'
import type { ConversationStore } from '../ports/conversation-store.ts'
import type { HistoryStore } from '../ports/history-store.ts'

type OfMessages = HandlersOf<
  | 'message.send'
  | 'draft.save'
  | 'turn.continue'
  | 'turn.retry'
  | 'turn.extend'
  | 'turn.compact'
  | 'attachments.drop'
  | 'approval.answer'
  | 'question.answer'
>

/** Commands that send a person's messages to a conversation. */
export function messageHandlers(
  ports: HandlerPorts,
  { find, findFor, dispatch }: ConversationAccess,
): OfMessages {
  const { store, files } = ports
  return {
    'message.send': async ({ conversationId, messageId, text, attachments, mode }, client) => {
      if (isBlank({ text, attachments })) return failed(EMPTY)
      // This check comes first: messages in remaining rows of a deleted conversation would not be stored, and a
      // sub-agent whose task could not be saved would take a person's message for its task.
      const found = findFor('send', conversationId)
      if (!found.ok) return found
      const stored = storedAs(store, { conversationId, messageId, text, attachments })
      if (stored !== null) return stored
      const lost = files.whyNotKept(attachments)
      if (lost !== null) return failed(lost)
      const input = { type: 'userMessage', messageId, text, attachments, mode } as const
      const sent = await dispatch(conversationId, input)
      const { taken } = found.value.record
      const replaced = taken?.messageId === messageId ? markOf(taken.draft) : EMPTY_MARK
      if (replaced !== EMPTY_MARK) client.tellDraft(conversationId, { draft: NO_DRAFT, replaced })
      return sent
    },

    'draft.save': ({ conversationId, known, sending = [], ...draft }, client) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { outbox } = found.value
      const isSent = sending.some((id) => outbox.find(id) !== null || store.message(id) !== null)
      if (isSent) return ok({ isSent })
      const stored = draftIn(store, conversationId)
      const replaced = markOf(stored)
      const isNews = replaced !== markOf(draft)
      const isOther = isNews && replaced !== EMPTY_MARK && known?.includes(replaced) === false
      if (isOther) return ok({ other: stored })
      const saved = store.saveDraft(conversationId, draft)
      if (!saved.ok) return failed(storageError(saved.error))
      if (isNews) client.tellDraft(conversationId, { draft, replaced })
      return ok({})
    },

    'turn.continue': ({ conversationId }) =>
      dispatch(conversationId, { type: 'continueRequested' }),
    'turn.retry': ({ conversationId }) => dispatch(conversationId, { type: 'retryRequested' }),
    'turn.extend': ({ conversationId, turnId }) =>
      dispatch(conversationId, { type: 'turnExtended', turnId }),
    'turn.compact': ({ conversationId, focus, throughSeq }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const { record } = found.value
      // Like the check of a message id, this looks at what is stored, not at the state.
      const toCompact =
        throughSeq === undefined
          ? record.memory.recent()
          : partToCompact(record.memory.needed(), throughSeq)
      if (toCompact === null) return failed(NOT_THERE)
      if (!hasNews(toCompact)) return ok({})
      return dispatch(conversationId, {
        type: 'compactRequested',
        ...(throughSeq !== undefined && { throughSeq }),
        ...(focus !== undefined && { focus }),
      })
    },

    'attachments.drop': ({ conversationId }) => {
      const found = findFor('leaveOutImages', conversationId)
      if (!found.ok) return found
      if (!found.value.use.holdsImages) return ok({})
      return dispatch(conversationId, { type: 'attachmentsDropped' })
    },

    'question.answer': ({ conversationId, ...answered }) =>
      dispatch(conversationId, { type: 'questionAnswered', ...answered }),

    'approval.answer': ({ conversationId, callIds, answer }) =>
      dispatch(conversationId, { type: 'approvalAnswered', callIds, answer }),
  }
}

/** Returns the draft. One that cannot be read prevents neither sending nor saving. */
export function draftIn(store: Pick<ConversationStore, 'draft'>, id: ConversationId): MessageDraft {
  try {
    return store.draft(id)
  } catch {
    return NO_DRAFT
  }
}

export const EMPTY = appError('emptyMessage', 'A message needs some text or a file.')
const ID_REUSED = appError(
  'messageIdReused',
  'Another message was stored under this id. Send again.',
)

const NOT_THERE = appError(
  'notFound',
  'That message is rewound or already part of a summary. Nothing was changed.',
)

interface Words {
  readonly text: string
  readonly attachments: readonly Attachment[]
}

export function isBlank({ text, attachments }: Words): boolean {
  return text.trim() === '' && attachments.length === 0
}

/**
 * Returns the answer for a message id that is already stored: success for the same message, a refusal for another. Null
 * if it is not stored (T73).
 */
export function storedAs(
  store: Pick<HistoryStore, 'message'>,
  message: Words & { readonly conversationId: ConversationId; readonly messageId: MessageId },
): Result<Record<string, never>, AppError> | null {
  const stored = store.message(message.messageId)
  if (stored === null) return null
  const { content } = stored.message
  const isSame =
    stored.conversationId === message.conversationId &&
    content.type === 'user' &&
    content.text === message.text &&
    areSameAttachments(content.attachments, message.attachments)
  return isSame ? ok({}) : failed(ID_REUSED)
}
