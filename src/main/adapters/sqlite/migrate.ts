import type { Database } from 'better-sqlite3'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { VERSION } from '../../../shared/version.ts'
import { readRecord } from './upkeep/file-record.ts'
import { conversationsMigration } from './migrations/001-conversations.ts'
import { draftPartsMigration } from './migrations/002-draft-parts.ts'
import { titlesMigration } from './migrations/003-titles.ts'
import { subAgentsMigration } from './migrations/004-sub-agents.ts'
import { rulePrefixesMigration } from './migrations/005-rule-prefixes.ts'
import { networkMigration } from './migrations/006-network.ts'
import { modelsMigration } from './migrations/007-models.ts'
import { forksMigration } from './migrations/008-forks.ts'
import { effortMigration } from './migrations/009-effort.ts'
import { agentKindsMigration } from './migrations/010-agent-kinds.ts'
import { keepTryingMigration } from './migrations/011-keep-trying.ts'
import { webSearchMigration } from './migrations/012-web-search.ts'
import { archiveAndDeletionMigration } from './migrations/013-archive-and-deletion.ts'
import { searchMigration } from './migrations/014-search.ts'
import { leavingRowsMigration } from './migrations/015-leaving-rows.ts'
import { fileRecordMigration } from './migrations/016-file-record.ts'
import { sentPromptsMigration } from './migrations/017-sent-prompts.ts'
import { packedHistoryMigration } from './migrations/018-packed-history.ts'
import { shellCommandsMigration } from './migrations/019-shell-commands.ts'
import { reviewCommentsMigration } from './migrations/020-review-comments.ts'
import { manualOrderMigration } from './migrations/021-manual-order.ts'
import { ownBudgetMigration } from './migrations/022-own-budget.ts'
import { unfinishedImportsMigration } from './migrations/023-unfinished-imports.ts'

/** In order. A migration's number is its position, from 1, stored in `user_version`. */
export const MIGRATIONS: readonly string[] = [
  conversationsMigration,
  draftPartsMigration,
  titlesMigration,
  subAgentsMigration,
  rulePrefixesMigration,
  networkMigration,
  modelsMigration,
  forksMigration,
  effortMigration,
  agentKindsMigration,
  keepTryingMigration,
  webSearchMigration,
  archiveAndDeletionMigration,
  searchMigration,
  leavingRowsMigration,
  fileRecordMigration,
  sentPromptsMigration,
  packedHistoryMigration,
  shellCommandsMigration,
  reviewCommentsMigration,
  manualOrderMigration,
  ownBudgetMigration,
  unfinishedImportsMigration,
]

/**
 * Brings the schema up to date, each migration in one transaction: what was moved before a crash stays moved. A new database
 * has nothing to move, so it gets its whole schema in one. A newer database is refused unchanged. `onProgress` receives the
 * completed share before each transaction.
 */
export function migrate(
  db: Database,
  migrations: readonly string[] = MIGRATIONS,
  onProgress: (share: number) => void = () => {},
): Result<null, string> {
  const version = checkVersion(db, migrations)
  if (!version.ok) return version
  const missing = migrations.slice(version.value)
  const batches = version.value === 0 ? [missing] : missing.map((sql) => [sql])
  let format = version.value
  for (const [index, batch] of batches.entries()) {
    onProgress(index / batches.length)
    db.transaction(() => {
      for (const sql of batch) {
        format += 1
        db.exec(sql)
        db.pragma(`user_version = ${format}`)
      }
    }).immediate()
  }
  return ok(null)
}

/** Returns the number of applied migrations; fails for a database of a newer Phoenix. Only reads. */
export function checkVersion(
  db: Database,
  migrations: readonly string[] = MIGRATIONS,
): Result<number, string> {
  const found = Number(db.pragma('user_version', { simple: true }))
  if (found <= migrations.length) return ok(found)
  const writer = readRecord(db)?.writtenBy ?? ''
  const version = writer === '' ? '' : `version ${writer}, `
  return failed(
    `The data was written by a newer Phoenix (${version}format ${found}); this one (version ${VERSION}) knows format ${migrations.length}. Install the newer version; nothing was changed.`,
  )
}
