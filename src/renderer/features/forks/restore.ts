import type { EditsLook } from '../../../shared/conversation/edits.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import { problemOf } from '../undo/undo-words.ts'

export type RestoreWay = 'both' | 'conversation' | 'files'

export const RESTORE_WAYS: readonly { readonly value: RestoreWay; readonly name: string }[] = [
  { value: 'both', name: 'Conversation and files' },
  { value: 'conversation', name: 'Conversation only' },
  { value: 'files', name: 'Files only' },
]

export function restores(way: RestoreWay): {
  readonly conversation: boolean
  readonly files: boolean
} {
  return { conversation: way !== 'files', files: way !== 'conversation' }
}

interface Restoring {
  readonly conversationId: ConversationId
  readonly throughSeq: number
  readonly way: RestoreWay
}

/**
 * Restores the files first, because their records go back with the conversation. Returns what was not done, for people;
 * null: everything that `look` had promised.
 */
export async function restoreTo(
  client: Pick<Client, 'request'>,
  { conversationId, throughSeq, way }: Restoring,
  look: EditsLook,
): Promise<string | null> {
  const { conversation, files } = restores(way)
  let left: string | null = null
  if (files && look.restorable.length > 0) {
    const target = { type: 'since', throughSeq } as const
    const undone = await client.request('edits.undo', { conversationId, target })
    if (!undone.ok) return undone.error.message
    left = problemOf(undone.value, look)
  }
  if (!conversation) return left
  const said = await client.request('conversation.restoreTo', { conversationId, throughSeq })
  if (said.ok) return left
  return [left, said.error.message].filter((each) => each !== null).join(' ')
}
