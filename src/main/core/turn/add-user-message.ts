import { isImage } from '../../../shared/messages/attachment.ts'
import type { Context } from '../machine/context.ts'
import type { EventOf } from '../machine/event.ts'
import type { Draft } from '../machine/step.ts'

/** Stores a message unchanged. A sub-agent's message is the task from its parent. */
export function addUserMessage(
  draft: Draft,
  context: Context,
  { messageId, text, attachments, instructions }: EventOf<'userMessage'>,
): void {
  const author = context.role.type === 'root' ? 'person' : 'phoenix'
  const words = { type: 'user', text, attachments, author } as const
  draft.addMessage(instructions === undefined ? words : { ...words, instructions }, messageId)
  for (const each of attachments) {
    const { mediaType, original } = each
    draft.record(
      isImage(each)
        ? { type: 'fileAttached', messageId, original, copy: each.copy }
        : { type: 'fileAttached', messageId, original, copy: null, mediaType },
    )
  }
}
