import { appError } from '../../../shared/app-error.ts'
import { type Attachment, isFile } from '../../../shared/messages/attachment.ts'
import type { historyCommands } from '../../../shared/protocol/history-commands.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { failed, ok } from '../../../shared/result.ts'
import { placeBehind, placeToShow } from '../../../shared/messages/versions.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { Commit } from '../ports/history-store.ts'
import { storageError } from '../conversation/answers.ts'
import { DELETED } from '../registry/deletions.ts'
import { beginningOfFork } from '../registry/fork.ts'
import type { ConversationAccess, HandlerPorts, HandlersOf } from './handler-ports.ts'
import { forkedShells } from '../registry/forked-shells.ts'

type OfHistory = HandlersOf<Exclude<keyof typeof historyCommands, 'history.verify'>>

/** Commands on what was said before. */
export function historyHandlers(
  ports: HandlerPorts,
  { findFor, dispatch }: ConversationAccess,
): OfHistory {
  const { registry, store } = ports

  function shellsThrough(
    { record }: ConversationRuntime,
    throughSeq: number,
    { conversationId, messages }: Commit,
  ): readonly ShellCommand[] {
    const shells = store.shellCommands(record.stored.id, { from: 0, before: throughSeq + 1 })
    const from = { history: record.history(), shells, throughSeq }
    return forkedShells(from, messages, conversationId)
  }

  return {
    'conversation.fork': ({ conversationId, newConversationId, throughSeq }) => {
      const existing = registry.get(newConversationId)
      if (existing !== null) return ok(registry.rows.rowOf(existing.summary()))
      if (registry.deletions.isDeleted(newConversationId)) return failed(DELETED)
      const found = findFor('fork', conversationId)
      if (!found.ok) return found
      const at = ports.clock.now()
      const first = beginningOfFork(found.value, { id: newConversationId, throughSeq, at })
      if (first === null) return failed(NOTHING_TO_FORK)
      const shells = throughSeq === null ? [] : shellsThrough(found.value, throughSeq, first)
      const forked = store.forkConversation(conversationId, first, shells)
      if (!forked.ok) return failed(storageError(forked.error))
      return ok(registry.rows.announce(forked.value))
    },

    'conversation.rewind': async ({ conversationId, messageId }) => {
      const found = findFor('rewind', conversationId)
      if (!found.ok) return found
      const { record } = found.value
      const words = wordsToEdit(record.activeMessages(), messageId)
      if (words === null) return failed(NOTHING_TO_EDIT)
      const { seq: fromSeq, text, attachments } = words
      const said = await dispatch(conversationId, { type: 'rewound', fromSeq })
      return said.ok ? ok({ text, attachments }) : said
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
      const fromSeq = placeBehind(record.activeMessages(), throughSeq)
      return fromSeq === null ? ok({}) : dispatch(conversationId, { type: 'rewound', fromSeq })
    },
  }
}

const NOTHING_TO_FORK = appError(
  'invalidInput',
  'Nothing has been said yet that a fork could begin with.',
)
const NOTHING_TO_EDIT = appError(
  'notFound',
  'There is no such message to edit: it may have been taken back already. Nothing was changed.',
)

/** The message to be edited, and its place. */
interface Words {
  readonly seq: number
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** An active message of the person; null: the newest. */
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

/** The attachment as it was before it was sent. */
function withoutHead(attachment: Attachment): Attachment {
  if (!isFile(attachment)) return attachment
  const { head: _head, ...file } = attachment
  return file
}
