import type { Database } from 'better-sqlite3'
import * as z from '../../../shared/schema.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { PromptPlace } from '../../../shared/protocol/prompt-commands.ts'
import type { HistoryStore, SentPrompt } from '../../runtime/ports/history-store.ts'
import { jsonIn } from './history/history-rows.ts'
import type { Packed } from './history/packed.ts'
import { SENT_BY_PERSON } from './migrations/017-sent-prompts.ts'

interface SentRow {
  readonly at: number
  readonly conversation_id: string
  readonly seq: number
  /** Null if it was sent in another folder, or to a sub-agent. */
  readonly content: Packed | null
}

/** How many prompts of all folders one page examines, which takes some milliseconds. */
const MOST_LOOKED_AT = 2_000

/** Later than everything. */
const END = { at: Number.MAX_SAFE_INTEGER, conversationId: '' as ConversationId, seq: 0 }

const ByPerson = z.object({
  type: z.literal('user'),
  author: z.literal('person'),
  text: z.string(),
})

export function prepareSentPrompts(db: Database): HistoryStore['sentPrompts'] {
  const inFolder = `CASE WHEN EXISTS (
      SELECT 1 FROM conversations
      WHERE id = conversation_id AND parent_id IS NULL AND folder = :folder
    ) THEN content END AS content`
  // The first part of the condition is for the index; the second distinguishes equal times.
  const isBefore = 'at <= :at AND (at, conversation_id, seq) < (:at, :conversationId, :seq)'
  const sent = db.prepare<[PromptPlace & { readonly folder: string }], SentRow>(`
    SELECT at, conversation_id, seq, ${inFolder}
    FROM packed_messages m INDEXED BY packed_messages_of_users CROSS JOIN history_keys k ON k.key = m.key
    WHERE type = 'user' AND ${isBefore}
    UNION ALL
    SELECT at, conversation_id, seq, ${inFolder}
    FROM wide_messages INDEXED BY messages_sent
    WHERE ${SENT_BY_PERSON} AND ${isBefore}
    ORDER BY at DESC, conversation_id DESC, seq DESC LIMIT ${MOST_LOOKED_AT}`)

  return (folder, before, { prompts: most, characters }) => {
    const prompts: SentPrompt[] = []
    let [last, looked, length]: [PromptPlace | null, number, number] = [null, 0, 0]
    for (const row of sent.iterate({ ...(before ?? END), folder })) {
      looked += 1
      const id = row.conversation_id as ConversationId
      last = { at: row.at, conversationId: id, seq: row.seq }
      const text = row.content === null ? null : sentIn(row.content)
      if (text === null) continue
      prompts.push({ conversationId: id, text })
      length += text.length
      if (prompts.length === most || length > characters) return { prompts, next: last }
    }
    return { prompts, next: looked < MOST_LOOKED_AT ? null : last }
  }
}

/** Null if a person did not send it, or it is damaged. */
function sentIn(content: Packed): string | null {
  const read = ByPerson.safeParse(jsonIn(content))
  return read.success ? read.data.text : null
}
