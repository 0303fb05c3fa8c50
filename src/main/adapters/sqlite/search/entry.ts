import type { MessageId } from '../../../../shared/ids.ts'
import type { SearchedHistory } from './read-message.ts'
import { type SearchableText, searchableTexts, shellTexts } from './searchable-texts.ts'
import { SHELLS_FROM } from './search-index.ts'

/** The content of a row of the index: a message, or a command that the user ran. */
interface Entry {
  /** For a command, its own id, under which the page shows it. */
  readonly messageId: MessageId
  /** For a command, that of the message before it; 1 if it precedes all messages. */
  readonly seq: number
  readonly at: number
  readonly texts: readonly SearchableText[]
}

/** Null if it is damaged, or no longer there. */
export function entryOf(
  history: SearchedHistory,
  conversationId: string,
  seq: number,
): Entry | null {
  if (seq >= SHELLS_FROM) {
    const shell = history.shell(conversationId, seq - SHELLS_FROM)
    if (shell === null) return null
    const { afterSeq, id, since } = shell
    return {
      messageId: id as MessageId,
      seq: Math.max(1, afterSeq),
      at: since,
      texts: shellTexts(shell),
    }
  }
  const message = history.message(conversationId, seq)
  if (message === null) return null
  const { at, content, id } = message
  return { messageId: id, seq, at, texts: searchableTexts(id, content) }
}
