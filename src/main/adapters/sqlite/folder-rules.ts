import type { Database } from 'better-sqlite3'
import { Rule } from '../../../shared/turn.ts'

export interface RuleTable {
  of(folder: string): readonly Rule[]
  save(folder: string, rule: Rule): void
}

/** What runs in a folder without being asked for, in the order it was allowed. */
export function prepareRules(db: Database): RuleTable {
  const select = db.prepare<[string], { tool: string; subject: string }>(
    'SELECT tool, subject FROM folder_rules WHERE folder = ? ORDER BY rowid',
  )
  const insert = db.prepare(
    'INSERT INTO folder_rules (folder, tool, subject) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    of: (folder) => select.all(folder).map((row) => Rule.parse(row)),
    save: (folder, { tool, subject }) => void insert.run(folder, tool, subject),
  }
}
