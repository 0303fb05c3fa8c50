import Database from 'better-sqlite3'
import type { Rescued } from '../../../../shared/storage/recovery.ts'
import type { OnPreparation } from '../../../../shared/storage/preparation.ts'
import type { Result } from '../../../../shared/result.ts'
import type { StorageSizes } from '../../../../shared/storage/storage-sizes.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import { faultOf, type FileFault, refused } from '../check-file.ts'
import { copyJournal } from '../history/checkpoint.ts'
import { migrate, MIGRATIONS } from '../migrate.ts'
import { connect } from '../open-database.ts'
import type { BackupFile } from './backup-files.ts'
import { type BackupFault, makeBackup } from './make-backup.ts'
import { measureSizes } from './measure-sizes.ts'
import { quickCheck } from './quick-check.ts'
import { rescue, type RescueOrder } from './rescue.ts'

/** Jobs whose time grows with the size of the database. `at`: ms since 1970. */
export type UpkeepJob =
  | { readonly type: 'check'; readonly file: string }
  | { readonly type: 'sizes'; readonly file: string }
  | (RescueOrder & { readonly type: 'rescue' })
  | {
      readonly type: 'backup'
      readonly file: string
      readonly folder: string
      readonly at: number
      /** True if nobody else has the database open, so the copy reports its progress. */
      readonly isAlone: boolean
    }
  | { readonly type: 'migrate'; readonly file: string }

export interface UpkeepAnswers {
  /** What is wrong with it; null if nothing is. */
  readonly check: string | null
  readonly sizes: StorageSizes
  readonly backup: Result<BackupFile, BackupFault>
  /** The error ends a sentence. */
  readonly rescue: Result<Rescued, string>
  /** Null if it has the newest format. */
  readonly migrate: FileFault | null
}

export async function runJob(
  job: UpkeepJob,
  onPreparation: OnPreparation,
): Promise<UpkeepAnswers[UpkeepJob['type']]> {
  switch (job.type) {
    case 'check':
      return check(job.file)
    case 'sizes':
      return measureSizes(job.file)
    case 'backup':
      return makeBackup(job.file, job.folder, job.at, job.isAlone ? onPreparation : null)
    case 'rescue':
      return rescue(job)
    case 'migrate':
      return migrateApart(job.file, onPreparation)
    default:
      return assertNever(job)
  }
}

function migrateApart(file: string, onPreparation: OnPreparation): FileFault | null {
  const connected = connect(file)
  if (!connected.ok) return connected.error
  const db = connected.value
  try {
    copyJournal(db)
    const migrated = migrate(db, MIGRATIONS, (share) => onPreparation({ step: 'migrating', share }))
    return migrated.ok ? null : refused(migrated.error)
  } catch (error) {
    return faultOf(file, error)
  } finally {
    db.close()
  }
}

function check(file: string): string | null {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return quickCheck(db)
  } finally {
    db.close()
  }
}
