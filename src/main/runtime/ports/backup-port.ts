import type { BackupView } from '../../../shared/storage/backup.ts'
import type { Result } from '../../../shared/result.ts'
import type { StorageSizes } from '../../../shared/storage/storage-sizes.ts'

/** Backups of the database, and the size of its data. Never rejects. */
export interface BackupPort {
  view(): BackupView
  /** Resolves when the backup has succeeded or failed, with the backups that exist then. */
  make(): Promise<BackupView>
  /** Takes seconds if there is much data. The error says why the sizes are unknown. */
  sizes(): Promise<Result<StorageSizes, string>>
}
