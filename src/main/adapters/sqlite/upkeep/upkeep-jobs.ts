import Database from 'better-sqlite3'
import type { Rescued } from '../../../../shared/storage/recovery.ts'
import type { Result } from '../../../../shared/result.ts'
import type { StorageSizes } from '../../../../shared/storage/storage-sizes.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import type { BackupFile } from './backup-files.ts'
import { type BackupFault, makeBackup } from './make-backup.ts'
import { measureSizes } from './measure-sizes.ts'
import { quickCheck } from './quick-check.ts'
import { rescue, type RescueOrder } from './rescue.ts'

/** Jobs whose time grows with the database. `at`: ms since 1970. */
export type UpkeepJob =
  | { readonly type: 'check'; readonly file: string }
  | { readonly type: 'sizes'; readonly file: string }
  | (RescueOrder & { readonly type: 'rescue' })
  | { readonly type: 'backup'; readonly file: string; readonly folder: string; readonly at: number }

export interface UpkeepAnswers {
  /** What is wrong with it; null: nothing. */
  readonly check: string | null
  readonly sizes: StorageSizes
  readonly backup: Result<BackupFile, BackupFault>
  /** The error ends a sentence. */
  readonly rescue: Result<Rescued, string>
}

export async function runJob(job: UpkeepJob): Promise<UpkeepAnswers[UpkeepJob['type']]> {
  switch (job.type) {
    case 'check':
      return check(job.file)
    case 'sizes':
      return measureSizes(job.file)
    case 'backup':
      return makeBackup(job.file, job.folder, job.at)
    case 'rescue':
      return rescue(job)
    default:
      return assertNever(job)
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
