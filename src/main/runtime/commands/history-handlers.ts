import { appError } from '../../../shared/app-error.ts'
import { type Attachment, isFile } from '../../../shared/messages/attachment.ts'
import type { historyCommands } from '../../../shared/protocol/history-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
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
      const words = found.value.record.active().words(messageId)
      if (words?.content.type !== 'user') return failed(NOTHING_TO_EDIT)
      const { text, attachments } = words.content
      const dispatched = await dispatch(conversationId, { type: 'rewound', fromSeq: words.seq })
      return dispatched.ok ? ok({ text, attachments: attachments.map(withoutHead) }) : dispatched
    },

    'conversation.showVersion': ({ conversationId, messageId }) => {
      const found = findFor('rewind', conversationId)
      if (!found.ok) return found
      const fromSeq = found.value.record.active().placeToShow(messageId)
      return fromSeq === null ? ok({}) : dispatch(conversationId, { type: 'rewound', fromSeq })
    },

    'conversation.restoreTo': ({ conversationId, throughSeq }) => {
      const found = findFor('rewind', conversationId)
      if (!found.ok) return found
      const fromSeq = found.value.record.active().placeAfter(throughSeq)
      return fromSeq === null ? ok({}) : dispatch(conversationId, { type: 'rewound', fromSeq })
    },
  }
}

const NOTHING_TO_EDIT = appError(
  'notFound',
  'There is no such message to edit: it may have been rewound already. Nothing was changed.',
)

/** Returns the attachment as it was before it was sent. */
function withoutHead(attachment: Attachment): Attachment {
  if (!isFile(attachment)) return attachment
  const { head: _head, ...file } = attachment
  return file
}
