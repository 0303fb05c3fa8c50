import type { Database } from 'better-sqlite3'
import { Usage } from '../../../shared/content.ts'
import { type Asked, Price, totalSpend } from '../../../shared/price.ts'
import type { HistoryStore } from '../../runtime/ports/history-store.ts'
import { parsed } from './rows.ts'

interface AskedRow {
  readonly usage: string
  /** Answers from before there were prices have none. */
  readonly price: string | null
}

/** Adds up what stands with each answer. Read when a person looks, so that no step pays for it. */
export function prepareSubAgentSpend(db: Database): HistoryStore['subAgentSpend'] {
  const asked = db.prepare<[string], AskedRow>(`
    SELECT content -> '$.usage' AS usage, content -> '$.price' AS price FROM messages
    WHERE conversation_id IN (SELECT id FROM conversations WHERE parent_id = ?)
      AND CASE WHEN json_valid(content) THEN content ->> '$.type' IN ('agent', 'summary') END`)
  return (id) => totalSpend(asked.all(id).flatMap(askedIn))
}

/** Of a row that somebody broke there is nothing. */
function askedIn({ price, usage }: AskedRow): readonly Asked[] {
  const read = Usage.safeParse(parsed(usage))
  if (!read.success) return []
  return [
    {
      usage: read.data,
      price: Price.nullable()
        .catch(null)
        .parse(parsed(price ?? 'null')),
    },
  ]
}
