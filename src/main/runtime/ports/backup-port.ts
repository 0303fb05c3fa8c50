import type { BackupView } from '../../../shared/backup.ts'

/** Backups of the database. Never rejects. */
export interface BackupPort {
  view(): BackupView
  /** Resolves when it is made or has failed, with what there is then. */
  make(): Promise<BackupView>
}
