import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { LoggedEnd, LoggedMessage, LoggedRow } from '../../core/log/replay.ts'

/**
 * The stored history for replay and diagnostics, including sub-agents' conversations. Throws only if the file is
 * broken.
 */
export interface HistoryLog {
  /** Ordered by id, after `after` (null: from the first). */
  conversations(
    after: ConversationId | null,
    limit: number,
  ): readonly { readonly id: ConversationId; readonly title: string }[]
  count(): number
  /** In order. */
  rows(id: ConversationId, afterSeq: number, limit: number): readonly LoggedRow[]
  message(id: MessageId): LoggedMessage | null
  /** In order. */
  messages(
    id: ConversationId,
    afterSeq: number,
    limit: number,
  ): readonly (LoggedMessage & { readonly id: MessageId })[]
  end(id: ConversationId): LoggedEnd
}
