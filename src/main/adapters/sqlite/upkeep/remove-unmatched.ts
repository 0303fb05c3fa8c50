import type { Database } from 'better-sqlite3'

interface BrokenLink {
  readonly child: string
  readonly field: string
  readonly parent: string
  readonly key: string
}

/** Removes rows that belong to no conversation, which nothing could show, and those that belong to them. */
export function removeUnmatched(db: Database): void {
  const broken = db.prepare<[], BrokenLink>(`
    SELECT DISTINCT found."table" AS child, link."from" AS field, link."table" AS parent, link."to" AS key
    FROM pragma_foreign_key_check AS found JOIN pragma_foreign_key_list(found."table") AS link
    ON link.id = found.fkid`)
  for (let links = broken.all(); links.length > 0; links = broken.all())
    for (const { child, field, key, parent } of links)
      db.exec(
        `DELETE FROM "${child}" WHERE "${field}" NOT IN (SELECT "${key}" FROM "${parent}" WHERE "${key}" IS NOT NULL)`,
      )
}
