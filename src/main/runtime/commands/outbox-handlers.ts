import { appError, type AppError } from '../../../shared/app-error.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { EMPTY_MARK, markOf } from '../../../shared/messages/draft-mark.ts'
import { NO_DRAFT } from '../../../shared/messages/message.ts'
import { MAX_WAITING, type WaitingMessage } from '../../../shared/messages/waiting.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { storageError } from '../conversation/answers.ts'
import type { HandlerPorts, HandlersOf, ConversationAccess } from './handler-ports.ts'
import type { ClientSession } from './session/client-session.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { draftIn, EMPTY, isBlank, storedAs } from './message-handlers.ts'
import { takesDraft } from '../conversation/record/taken-draft.ts'
import { messageInput, type Outbox } from '../conversation/record/outbox.ts'

type OfOutbox = HandlersOf<'outbox.put' | 'outbox.remove' | 'outbox.order' | 'outbox.send'>

/** Commands for waiting messages, which are visible, stored on disk and under a person's control. */
export function outboxHandlers(
  ports: HandlerPorts,
  { find, findFor, dispatch }: ConversationAccess,
): OfOutbox {
  const { store, files } = ports

  /** Sends the oldest message if the turn it waited for ended before the message arrived or was released. */
  function sendIfMissed({ outbox, current }: ConversationRuntime, id: ConversationId): void {
    const { messages, mode } = outbox.readyAtRest(current)
    for (const message of messages) void dispatch(id, messageInput(message, mode))
  }

  /** It is on disk as a waiting message; if the app ends between the two, both are there. */
  function takeDraft(id: ConversationId, message: WaitingMessage, client: ClientSession): void {
    const draft = draftIn(store, id)
    const replaced = markOf(draft)
    if (replaced === EMPTY_MARK || !takesDraft(message, draft)) return
    if (store.saveDraft(id, NO_DRAFT).ok) client.tellDraft(id, { draft: NO_DRAFT, replaced })
  }

  return {
    'outbox.put': ({ behind, conversationId, message }, client) => {
      if (isBlank(message)) return failed(EMPTY)
      const found = findFor('send', conversationId)
      if (!found.ok) return found
      const { outbox } = found.value
      const stored = storedAs(store, { ...message, conversationId, messageId: message.id })
      if (stored !== null) return stored
      const lost = files.whyNotKept(message.attachments)
      if (lost !== null) return failed(lost)
      const before = outbox.find(message.id)
      if (before === null && outbox.waiting.length >= MAX_WAITING) return failed(TOO_MANY)
      const put = outbox.put(message)
      if (put.ok && behind !== undefined) outbox.order(idsWith(message.id, behind, outbox.waiting))
      if (put.ok && before === null) takeDraft(conversationId, message, client)
      const isReleased = before === null || before.when === 'held'
      if (put.ok && isReleased)
        found.value.loop.whenFree((isStopped) =>
          isStopped ? holdBack(outbox, message.id) : sendIfMissed(found.value, conversationId),
        )
      return written(put)
    },

    'outbox.remove': ({ conversationId, messageId }) => {
      const found = find(conversationId)
      return found.ok ? written(found.value.outbox.remove(messageId)) : found
    },

    'outbox.order': ({ conversationId, messageIds }) => {
      const found = find(conversationId)
      return found.ok ? written(found.value.outbox.order(messageIds)) : found
    },

    'outbox.send': ({ conversationId, messageId, mode }) => {
      const found = find(conversationId)
      if (!found.ok) return found
      const message = found.value.outbox.find(messageId)
      if (message !== null) return dispatch(conversationId, messageInput(message, mode))
      return store.message(messageId) === null ? failed(NOT_WAITING) : ok({})
    },
  }
}

/** A Stop holds what waits, also if it found no turn to stop (rule 1). */
function holdBack(outbox: Outbox, id: MessageId): void {
  const message = outbox.find(id)
  if (message !== null && !outbox.put({ ...message, when: 'held' }).ok) outbox.holdUnsaved()
}

/** The order in which this message follows the last of these that still waits. */
function idsWith(
  id: MessageId,
  behind: readonly MessageId[],
  waiting: readonly WaitingMessage[],
): readonly MessageId[] {
  const others = waiting.map((each) => each.id).filter((each) => each !== id)
  return others.toSpliced(others.findLastIndex((each) => behind.includes(each)) + 1, 0, id)
}

function written(result: Result<null, StoreFault>): Result<Record<string, never>, AppError> {
  return result.ok ? ok({}) : failed(storageError(result.error))
}

const TOO_MANY = appError(
  'tooManyWaiting',
  `At most ${MAX_WAITING} messages can wait. Send or remove one first; your text is kept.`,
)
const NOT_WAITING = appError('notFound', 'This message is no longer waiting.')
