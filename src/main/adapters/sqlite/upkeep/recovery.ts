import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { appError, type AppError } from '../../../../shared/app-error.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { RecoveryView, RescuedPart, RescuePlace } from '../../../../shared/storage/recovery.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { UNTITLED } from '../../../core/turn/title.ts'
import type { Log } from '../../../runtime/ports/ports.ts'
import { fileFault } from '../../system/file-fault.ts'
import type { FileFault } from '../check-file.ts'
import { openDatabase } from '../open-database.ts'
import type { MessageRow } from '../history/history-rows.ts'
import { toMessage } from '../rows.ts'
import { backupFolder } from './backup-files.ts'
import { moveDamaged, putInPlace } from './damage-record.ts'
import { markClosed } from './file-record.ts'
import type { Upkeep } from './upkeep.ts'

/** Messages per part of an export. */
const PART = 100

type Done = Result<Record<string, never>, AppError>

/** The user's choices if the database cannot be opened. Nothing of it is changed before they choose. */
export interface Recovery {
  view(): RecoveryView
  /** The same, once it is known what can be rescued. */
  prepared(): Promise<RecoveryView>
  /** On success the database can be opened again. */
  restore(): Promise<Done>
  startEmpty(): Done
  /** A part of what was rescued; null if there is nothing. */
  part(from: RescuePlace | null): RescuedPart | null
  close(): Promise<void>
}

export interface RecoveryOptions {
  readonly file: string
  readonly fault: FileFault
  readonly upkeep: Upkeep
  readonly log: Log
  /** ms since 1970. */
  readonly now: () => number
}

/** Starts at once to build a database, next to the damaged one, from everything that can be rescued. */
export function beginRecovery({ fault, file, log, now, upkeep }: RecoveryOptions): Recovery {
  const into = `${file}.rescued`
  const isDamaged = fault.type === 'damaged'
  let state: RecoveryView = {
    found: fault.sentence,
    file,
    isDamaged,
    rescued: null,
    problem: null,
  }
  let reading: Database.Database | null = null
  /** True once there is a good database in its place, which another window's choice must not move aside. */
  let isReplaced = false
  const rescueRun = isDamaged ? look() : Promise.resolve()

  async function look(): Promise<void> {
    log.warn('the database could not be opened', { found: fault.sentence })
    const folder = backupFolder(dirname(file))
    const job = { type: 'rescue', file, backupFolder: folder, into, now: now() } as const
    const made = await upkeep.run(job)
    if (made.ok && made.value.ok) {
      state = { ...state, rescued: made.value.value }
      return
    }
    const reason = made.ok ? (made.value.ok ? '' : made.value.error) : made.error
    state = { ...state, problem: `The rescued data could not be assembled: ${reason}.` }
    log.warn('nothing was rescued', { reason })
  }

  /** Moves the damaged one aside and puts another in its place. After a kill in between, this recovery starts again. */
  function replaceDamaged(made: string): Done {
    reading?.close()
    reading = null
    try {
      const movedTo = moveDamaged(file, fault.sentence, now())
      putInPlace(made, file)
      isReplaced = true
      log.warn('the damaged database was moved aside', { aside: movedTo })
      return ok({})
    } catch (error) {
      log.warn('the rescued database could not be moved into place', { reason: fileFault(error) })
      return failed(notDone(error))
    }
  }

  return {
    view: () => state,
    prepared: async () => {
      await rescueRun
      return state
    },
    restore: async () => {
      await rescueRun
      if (isReplaced) return ok({})
      return state.rescued === null ? failed(NOTHING_RESCUED) : replaceDamaged(into)
    },
    startEmpty: () => {
      if (!isDamaged) return failed(NOT_DAMAGED)
      if (isReplaced) return ok({})
      const made = `${file}.new`
      try {
        // Left by an earlier attempt: a database with content would not be empty.
        for (const end of ['', '-wal', '-shm']) rmSync(made + end, { force: true })
      } catch (error) {
        return failed(notDone(error))
      }
      const opened = openDatabase(made)
      if (!opened.ok) return failed(appError('storage', opened.error))
      markClosed(opened.value)
      opened.value.close()
      return replaceDamaged(made)
    },
    part: (from) => {
      if (state.rescued === null) return null
      reading ??= new Database(into, { readonly: true })
      return rescuedPart(reading, from)
    },
    close: async () => {
      reading?.close()
      await upkeep.close()
    },
  }
}

function notDone(error: unknown): AppError {
  return appError(
    'storage',
    `This could not be done: ${fileFault(error)}. Both databases are kept.`,
  )
}

const NOTHING_RESCUED = appError('storage', 'There is nothing to restore.')
const NOT_DAMAGED = appError('invalidInput', 'The database is not damaged, so it stays as it is.')

function rescuedPart(db: Database.Database, from: RescuePlace | null): RescuedPart | null {
  const id = from?.conversationId ?? nextRoot(db, '')
  if (id === null) return null
  const row = db
    .prepare<[string], { title: string | null; folder: string }>(
      'SELECT title, folder FROM conversations WHERE id = ?',
    )
    .get(id)
  if (row === undefined) return null
  const rows = db
    .prepare<[string, number, number], MessageRow>(
      'SELECT * FROM messages WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    )
    .all(id, from?.afterSeq ?? 0, PART)
  const following = rows.length < PART ? nextRoot(db, id) : id
  const afterSeq = rows.length < PART ? 0 : (rows.at(-1)?.seq ?? 0)
  return {
    conversation: { title: row.title ?? UNTITLED, folder: row.folder },
    messages: rows.map(toMessage),
    next: following === null ? null : { conversationId: following, afterSeq },
  }
}

function nextRoot(db: Database.Database, after: string): ConversationId | null {
  const next = db
    .prepare<[string], string>(
      'SELECT id FROM conversations WHERE parent_id IS NULL AND id > ? ORDER BY id LIMIT 1',
    )
    .pluck()
    .get(after)
  return (next ?? null) as ConversationId | null
}
