import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { Usage } from '../../../shared/models/usage.ts'
import { type PricedUsage, Price, totalSpend } from '../../../shared/models/price.ts'
import type { HistoryStore } from '../../runtime/ports/history-store.ts'
import { jsonIn } from './history/history-rows.ts'
import type { Packed } from './history/packed.ts'

/** Old answers have no price. */
const Answered = z.object({ usage: Usage, price: Price.nullable().catch(null) })

/** Adds up the usage stored with each answer. Read when the user looks, and before a request if there is a budget. */
export function prepareSubAgentSpend(db: Database): HistoryStore['subAgentSpend'] {
  const answers = db
    .prepare<[string], Packed>(
      `
      SELECT content FROM messages
      WHERE conversation_id IN (SELECT id FROM conversations WHERE parent_id = ?)
        AND type IN ('agent', 'summary')`,
    )
    .pluck()
  return (id) => totalSpend(answers.all(id).flatMap(answersIn))
}

/** Empty for a broken row. */
function answersIn(content: Packed): readonly PricedUsage[] {
  const read = Answered.safeParse(jsonIn(content))
  return read.success ? [read.data] : []
}
