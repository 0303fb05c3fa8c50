import { appError } from '../../../shared/app-error.ts'
import { type Attachment, isFile } from '../../../shared/messages/attachment.ts'
import type { historyCommands } from '../../../shared/protocol/history-commands.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { failed, ok } from '../../../shared/result.ts'
import { placeAfter, placeToShow } from '../../../shared/messages/versions.ts'
import { forkConversation } from '../registry/fork-conversation.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'

type OfHistory = HandlersOf<
  Exclude<keyof typeof historyCommands, 'history.verify' | 'turn.compact'>
>

/** Commands on the history. */
export function historyHandlers(ports: HandlerPorts, access: ConversationAccess): OfHistory {
  const { findFor, dispatch } = access
  const forking = new Map<ConversationId, ReturnType<typeof forkConversation>>()
  return {
    'conversation.fork': (request) => {
      const id = request.newConversationId
      const running = forking.get(id)
      if (running !== undefined) return running
      const made = forkConversation(ports, access, request).finally(() => forking.delete(id))
      forking.set(id, made)
      return made
    },

    'conversation.rewind': async ({ conversationId, messageId }) => {
      const found = findFor('rewind', conversationId)
      if (!found.ok) return found
      const { record } = found.value
      const words = wordsToEdit(record.activeMessages(), messageId)
      if (words === null) return failed(NOTHING_TO_EDIT)
      const { seq: fromSeq, text, attachments } = words
      const dispatched = await dispatch(conversationId, { type: 'rewound', fromSeq })
      return dispatched.ok ? ok({ text, attachments }) : dispatched
    },

    'conversation.showVersion': ({ conversationId, messageId }) => {
      const found = findFor('rewind', conversationId)
      if (!found.ok) return found
      const { record } = found.value
      const fromSeq = placeToShow(record.history(), messageId)
      return fromSeq === null ? ok({}) : dispatch(conversationId, { type: 'rewound', fromSeq })
    },

    'conversation.restoreTo': ({ conversationId, throughSeq }) => {
      const found = findFor('rewind', conversationId)
      if (!found.ok) return found
      const { record } = found.value
      const fromSeq = placeAfter(record.activeMessages(), throughSeq)
      return fromSeq === null ? ok({}) : dispatch(conversationId, { type: 'rewound', fromSeq })
    },
  }
}

const NOTHING_TO_EDIT = appError(
  'notFound',
  'There is no such message to edit: it may have been rewound already. Nothing was changed.',
)

/** The message to be edited, and its place. */
interface Words {
  readonly seq: number
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** Returns an active message of the person; `messageId` null: the newest. */
function wordsToEdit(active: readonly Message[], messageId: MessageId | null): Words | null {
  const found = active.findLast(
    ({ id, content }) =>
      content.type === 'user' &&
      content.author === 'person' &&
      (messageId === null || id === messageId),
  )
  if (found?.content.type !== 'user') return null
  const { text, attachments } = found.content
  return { seq: found.seq, text, attachments: attachments.map(withoutHead) }
}

/** Returns the attachment as it was before it was sent. */
function withoutHead(attachment: Attachment): Attachment {
  if (!isFile(attachment)) return attachment
  const { head: _head, ...file } = attachment
  return file
}
