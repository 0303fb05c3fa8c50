/**
 * The last seqs in use, for a row of `conversations`. The history's own rows count too: another program may have added some
 * without updating the columns.
 */
export const LAST_MESSAGE_SEQ = `${last('message_seq', 'packed_messages')} AS message_seq`
export const LAST_SEQS = `${last('seq', 'packed_events')} AS seq, ${LAST_MESSAGE_SEQ}`

function last(counted: string, table: string): string {
  return `max(${counted}, coalesce((SELECT max(seq) FROM ${table}
    WHERE key = (SELECT key FROM history_keys WHERE conversation_id = conversations.id)), 0))`
}
