import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, unlink, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '../../../../shared/schema.ts'
import { CallId, ConversationId, WorkId } from '../../../../shared/ids.ts'
import { removeQuietly } from '../../data-folder/atomic-file.ts'
import { isUnusable, readRegular } from '../../data-folder/regular-file.ts'
import { faultCode } from '../../system/file-fault.ts'
import { makeFolder } from '../../data-folder/make-folder.ts'

/** The facts that the next start needs to end what a killed app left behind. `command` is its beginning, for people. */
export interface RunRecord extends Omit<StoredRecord, 'cookie'> {
  readonly runToken: string
}

/** On disk the token keeps its original name: a start must be able to read what an older Phoenix left. */
const StoredRecord = z.object({
  workId: WorkId,
  conversationId: ConversationId,
  cookie: z.string().regex(/^[0-9a-f]{32}$/),
  bootId: z.string(),
  command: z.string(),
  since: z.number(),
  /** Set for a background job. Absent in old records. One that another Phoenix wrote otherwise must not hide the processes. */
  job: z
    .object({ callId: CallId, number: z.number().int().positive() })
    .optional()
    .catch(undefined),
  process: z.object({ pid: z.number().int(), startTime: z.number().int() }).nullable(),
  /** Set if its processes are gone, and the record is kept to show that the job was cut off. */
  isOver: z.literal(true).optional(),
})
type StoredRecord = z.infer<typeof StoredRecord>

export interface RunRecords {
  /** Writes the record of a run that is about to be spawned. Throws the disk's errors. */
  begin(record: RunRecord): OpenRecord
  readAll(): readonly RunRecord[]
  remove(workId: WorkId): void
  /** Notes that the run's processes are gone. */
  markOver(record: RunRecord): void
}

export interface OpenRecord {
  /** Adds pid and start time. */
  complete(process: RunRecord['process']): void
}

/**
 * One small file per run, in DATA/runs. They are files, not database rows, because they have to survive a kill -9 of the
 * app, which a plain write of 30 us ensures; they need not survive a power cut, which ends the processes too. A row would
 * cost two synced commits per run, and would be unreachable if the database is damaged.
 */
export function createRunRecords(dataFolder: string): RunRecords {
  const folder = join(dataFolder, 'runs')
  const pathOf = (workId: WorkId): string => join(folder, `${fileNameOf(workId)}.json`)

  return {
    begin(record) {
      makeFolder(folder)
      const file = openSync(pathOf(record.workId), 'w', 0o600)
      try {
        writeSync(file, storedText(record), 0)
      } catch (error) {
        closeSync(file)
        throw error
      }
      return { complete: (process) => completeRecord(file, { ...record, process }) }
    },
    readAll() {
      return listNames(folder).flatMap((name) => readRecord(join(folder, name)))
    },
    markOver(record) {
      try {
        overwrite(openSync(pathOf(record.workId), 'r+'), { ...record, isOver: true })
      } catch {
        // The next start finds none of its processes and tries again.
      }
    },
    remove(workId) {
      unlink(pathOf(workId), () => undefined)
    },
  }
}

function completeRecord(file: number, record: RunRecord): void {
  if (record.process === null) return closeSync(file)
  try {
    overwrite(file, record)
  } catch {
    // The run token is on disk: the sweep finds the processes by it.
  }
}

/**
 * Overwrites in place by one write of a longer text, and closes the file: if killed at any point, the file is one of the
 * two complete records.
 */
function overwrite(file: number, record: RunRecord): void {
  try {
    writeSync(file, storedText(record), 0)
  } finally {
    closeSync(file)
  }
}

function storedText({ runToken, ...rest }: RunRecord): string {
  return JSON.stringify({ ...rest, cookie: runToken } satisfies StoredRecord)
}

function fileNameOf(workId: WorkId): string {
  if (/^[\w-]{1,100}$/.test(workId)) return workId
  return createHash('sha256').update(workId).digest('hex')
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}

/** Removes a file that is not a record: it names no process. One that cannot be read now is left to the next start. */
function readRecord(path: string): readonly RunRecord[] {
  try {
    const { cookie, ...rest } = StoredRecord.parse(JSON.parse(readRegular(path).toString()))
    return [{ ...rest, runToken: cookie }]
  } catch (error) {
    const isNoRecord = faultCode(error) === '' || isUnusable(error)
    if (isNoRecord) removeQuietly(path)
    return []
  }
}
