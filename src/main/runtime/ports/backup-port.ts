import type { BackupView } from '../../../shared/storage/backup.ts'
import type { Result } from '../../../shared/result.ts'
import type { StorageSizes } from '../../../shared/storage/storage-sizes.ts'

/** Backups of the database, and how much room its data takes. Never rejects. */
export interface BackupPort {
  view(): BackupView
  /** Resolves when it is made or has failed, with what there is then. */
  make(): Promise<BackupView>
  /** Takes seconds where there is much. The error says why it is not known. */
  sizes(): Promise<Result<StorageSizes, string>>
}
