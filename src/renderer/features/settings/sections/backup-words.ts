import type { BackupView } from '../../../../shared/storage/backup.ts'
import { sizeOfText } from '../../../../shared/size-of-text.ts'
import { formatAgo } from '../../../../client/words/time.ts'

/** Describes the existing backups. `now`: ms since 1970. */
export function sentenceOfBackups({ kept, newest }: BackupView, now: number): string {
  if (newest === null) return 'There is no backup of the database yet. Phoenix makes one every day.'
  const time = formatAgo(newest.at, now)
  const when = /^\d+ [mhd]$/.test(time) ? `${time} ago` : time
  const others = kept === 1 ? '' : ` The last ${kept} are kept.`
  return `Last backup of the database: ${when}, ${sizeOfText(newest.bytes)}.${others}`
}
