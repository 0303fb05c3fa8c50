import type { Database } from 'better-sqlite3'
import { Usage } from '../../../shared/content.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { type Asked, Price, totalSpend } from '../../../shared/price.ts'
import type { Store } from '../../runtime/ports.ts'
import { parsed } from './rows.ts'

interface AskedRow {
  readonly usage: string
  /** Answers from before there were prices have none. */
  readonly price: string | null
}

/** Adds up what stands with each answer. Read when a person looks, so that no step pays for it. */
export function prepareSpend(db: Database): Store['spend'] {
  const own = db.prepare<[string], AskedRow>(askedBy('?'))
  const subAgents = db.prepare<[string], AskedRow>(
    askedBy('SELECT id FROM conversations WHERE parent_id = ?'),
  )
  return (id: ConversationId) => ({
    own: totalSpend(own.all(id).flatMap(askedIn)),
    subAgents: totalSpend(subAgents.all(id).flatMap(askedIn)),
  })
}

function askedBy(conversations: string): string {
  return `
    SELECT content -> '$.usage' AS usage, content -> '$.price' AS price FROM messages
    WHERE conversation_id IN (${conversations})
      AND CASE WHEN json_valid(content) THEN content ->> '$.type' END IN ('agent', 'summary')`
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
