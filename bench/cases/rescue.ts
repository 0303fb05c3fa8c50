import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backupFolder } from '../../src/main/adapters/sqlite/upkeep/backup-files.ts'
import { makeBackup } from '../../src/main/adapters/sqlite/upkeep/make-backup.ts'
import { measureSizes } from '../../src/main/adapters/sqlite/upkeep/measure-sizes.ts'
import { rescue } from '../../src/main/adapters/sqlite/upkeep/rescue.ts'
import type { Trial } from '../bench.ts'
import { type Figure, ms, withFloor, withGoal } from '../figures.ts'
import { folderWith, type HistorySize } from '../stored-history.ts'

/** 200 MB. */
const HISTORY: HistorySize = { conversations: 1_850, messages: 100, isVaried: true }
const SHORT_HISTORY: HistorySize = { ...HISTORY, conversations: 20 }
const PAGE = 4096
const GOAL_MS = 5_000

/**
 * A damaged database next to a backup of the same day: the time to recover what can be saved, and the time to measure
 * all sizes.
 */
export async function measureRescue(trial: Trial): Promise<readonly Figure[]> {
  const file = join(folderWith(trial.isShort ? SHORT_HISTORY : HISTORY, trial), 'phoenix.db')
  const size = `${(statSync(file).size / 1e6).toFixed(0)} MB`
  const measuring = timeOf(() => measureSizes(file))
  const backup = await makeBackup(file, backupFolder(dirname(file)), Date.now())
  if (!backup.ok) throw new Error(backup.error.reason)
  damage(file)
  const into = `${file}.rescued`
  const rescuing = timeOf(() => {
    const rescued = rescue({
      file,
      backupFolder: backupFolder(dirname(file)),
      into,
      now: Date.now(),
    })
    if (!rescued.ok) throw new Error(rescued.error)
    if (rescued.value.lost.length > 0) throw new Error('something was lost')
  })
  rmSync(dirname(file), { recursive: true })
  const row = { what: `rescue of a damaged database of ${size} (processor time)`, value: rescuing }
  return [
    withGoal({ ...row, measured: ms(rescuing) }, `under ${GOAL_MS} ms`, rescuing < GOAL_MS),
    withFloor(
      {
        what: `sizes of all conversations in ${size} (processor time)`,
        value: measuring,
        measured: ms(measuring),
      },
      'beside the work',
    ),
  ]
}

/** Damages a page in the middle. */
function damage(file: string): void {
  const opened = openSync(file, 'r+')
  const page = Math.floor(statSync(file).size / PAGE / 2)
  writeSync(opened, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(opened)
}

/** Processor time in ms, independent of other load on the machine: this work is processor-bound. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1_000
}
