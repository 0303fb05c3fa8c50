import type { MessageId } from '../ids.ts'
import type { Message } from './message.ts'

/** For each message with edits, the paths that an undo restored and no later undo reverted. */
export type Undone = ReadonlyMap<MessageId, ReadonlySet<string>>

/** Later undos override earlier ones for the files they wrote. */
export function undoneIn(messages: readonly Message[]): Undone {
  const undone = new Map<MessageId, Set<string>>()
  for (const { id, content } of messages.toReversed()) {
    if (content.type !== 'undo') continue
    const undoneFiles = undone.get(id)
    const paths = content.files.map(({ path }) => path)
    const left = undoneFiles === undefined ? paths : paths.filter((path) => !undoneFiles.has(path))
    for (const messageId of content.messageIds) {
      undone.set(messageId, new Set([...(undone.get(messageId) ?? []), ...left]))
    }
  }
  return undone
}
