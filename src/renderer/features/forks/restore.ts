import type { EditsLook, EditsTarget } from '../../../shared/conversation/edits.ts'
import { type ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import { unsaid } from '../sheet/unsaid.ts'
import { problemOf } from '../undo/undo-words.ts'

/** To a place, or to before the person's message at it. */
export type RestorePlace = { readonly seq: number } & (
  { readonly to: 'here' } | { readonly to: 'before'; readonly messageId: MessageId }
)
export type Restores = RestorePlace['to']

/** `of`: the key of a message or a call. */
export function placeToRestore(to: Restores, seq: number, of: string): RestorePlace {
  return to === 'here' ? { to, seq } : { to, seq, messageId: MessageId.parse(of) }
}

/** The edits that go back. */
export function editsSince({ seq, to }: RestorePlace): EditsTarget {
  return { type: 'since', throughSeq: to === 'here' ? seq : seq - 1 }
}

export function wordsOfRestoring(to: Restores): string {
  return to === 'here' ? 'Restore to here' : 'Restore to before this'
}

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

/**
 * Why nothing may be restored this way now; null: it may. Checked before the files go back: a conversation that does not go
 * back with them would have an agent that works on files which changed under it.
 */
export function obstacleTo(way: RestoreWay, isAtRest: boolean): string | null {
  if (!restores(way).conversation || isAtRest) return null
  return 'The agent is working. Stop it first, or restore only the files.'
}

interface Restoring {
  readonly conversationId: ConversationId
  readonly place: RestorePlace
  readonly way: RestoreWay
}

/**
 * Restores the files first, because their records go back with the conversation. Returns what was not done, for people;
 * null: everything that `look` had promised.
 */
export async function restoreTo(
  client: Pick<Client, 'request'>,
  { conversationId, place, way }: Restoring,
  look: EditsLook,
): Promise<string | null> {
  const { conversation, files } = restores(way)
  let left: string | null = null
  let areFilesBack = false
  if (files && look.restorable.length > 0) {
    const target = editsSince(place)
    const undone = await client.request('edits.undo', { conversationId, target })
    if (!undone.ok) return unsaid(undone.error)
    left = problemOf(undone.value, look)
    areFilesBack = undone.value.undone > 0
  }
  if (!conversation) return left
  const said =
    place.to === 'here'
      ? await client.request('conversation.restoreTo', { conversationId, throughSeq: place.seq })
      : await client.request('conversation.rewind', { conversationId, messageId: place.messageId })
  if (said.ok) return left
  const half = areFilesBack ? 'Only the files were restored, not the conversation.' : null
  return [left, half, unsaid(said.error)].filter(Boolean).join(' ')
}
