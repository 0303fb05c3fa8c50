import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { LoggedEnd, LoggedMessage, LoggedRow } from '../../core/log/replay.ts'

/**
 * What replay and diagnostics read: everything as it is on disk, including sub-agents' conversations. Throws only if
 * the file is broken.
 */
export interface HistoryLog {
  /** By id, after `after` (null: from the first). */
  conversations(
    after: ConversationId | null,
    limit: number,
  ): readonly { readonly id: ConversationId; readonly title: string }[]
  count(): number
  /** In their order. */
  rows(id: ConversationId, afterSeq: number, limit: number): readonly LoggedRow[]
  message(id: MessageId): LoggedMessage | null
  /** In their order. */
  messages(
    id: ConversationId,
    afterSeq: number,
    limit: number,
  ): readonly (LoggedMessage & { readonly id: MessageId })[]
  end(id: ConversationId): LoggedEnd
}
