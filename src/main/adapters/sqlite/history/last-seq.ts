/**
 * The last places that are taken in a row of `conversations`. The rows themselves count: another program may have added
 * some and no more.
 */
export const LAST_SEQS = `${last('seq', 'packed_events')} AS seq, ${last('message_seq', 'packed_messages')} AS message_seq`

function last(counted: string, table: string): string {
  return `max(${counted}, coalesce((SELECT max(seq) FROM ${table}
    WHERE key = (SELECT key FROM history_keys WHERE conversation_id = conversations.id)), 0))`
}
