import { expect, test } from 'vitest'
import type { BackupView } from '../../../../shared/storage/backup.ts'
import { sentenceOfBackups } from './backup-words.ts'

const NOW = Date.UTC(2026, 10, 23, 20)

function view(newest: BackupView['newest'], kept: number): BackupView {
  return { folder: '/data/backups', newest, kept, problem: null, setAside: [] }
}

test.each([
  [view(null, 0), 'There is no backup of the database yet. Phoenix makes one every day.'],
  [view({ at: NOW, bytes: 900 }, 1), 'Last backup of the database: now, 900 bytes.'],
  [
    view({ at: NOW - 3 * 3_600_000, bytes: 3 * 1024 * 1024 }, 3),
    'Last backup of the database: 3 h ago, 3.0 MB. The last 3 are kept.',
  ],
])('for %o people read "%s"', (of, sentence) => {
  expect(sentenceOfBackups(of, NOW)).toBe(sentence)
})
