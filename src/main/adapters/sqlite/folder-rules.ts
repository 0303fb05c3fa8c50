import type { Database } from 'better-sqlite3'
import { FolderRule, Rule } from '../../../shared/conversation/turn.ts'

export interface RuleTable {
  of(folder: string): readonly Rule[]
  all(): readonly FolderRule[]
  save(folder: string, rule: Rule): void
  remove(folder: string, rule: Rule): void
}

/** The rules for what runs in a folder without asking, in the order in which they were allowed. */
export function prepareRules(db: Database): RuleTable {
  const select = db.prepare<[string]>(
    'SELECT tool, subject, "match" FROM folder_rules WHERE folder = ? ORDER BY rowid',
  )
  const selectAll = db.prepare<[], { folder: string }>(
    'SELECT folder, tool, subject, "match" FROM folder_rules ORDER BY folder, rowid',
  )
  const insert = db.prepare(
    'INSERT INTO folder_rules (folder, tool, subject, "match") VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare(
    'DELETE FROM folder_rules WHERE folder = ? AND tool = ? AND subject = ? AND "match" = ?',
  )
  return {
    of: (folder) => select.all(folder).map((row) => Rule.parse(row)),
    all: () => selectAll.all().map(({ folder, ...rule }) => FolderRule.parse({ folder, rule })),
    save: (folder, { tool, subject, match }) => void insert.run(folder, tool, subject, match),
    remove: (folder, { tool, subject, match }) => void remove.run(folder, tool, subject, match),
  }
}
