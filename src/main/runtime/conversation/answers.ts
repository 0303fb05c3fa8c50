import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Refusal } from '../../core/machine/step.ts'
import type { CommitFault } from '../ports/history-store.ts'
import type { Answer } from './mailbox-item.ts'

/**
 * Returns the result for the sender of an event. nothingToDo and stale count as success: they are nobody's error (T09,
 * T87).
 */
export function resultOf(answer: Answer): Result<Record<string, never>, AppError> {
  switch (answer.type) {
    case 'accepted':
      return ok({})
    case 'refused':
      return refusalOf(answer.reason)
    case 'failed':
      return failed(storageError(answer.fault))
    case 'broken':
      return failed(BROKEN)
    default:
      return assertNever(answer)
  }
}

function refusalOf(reason: Refusal): Result<Record<string, never>, AppError> {
  switch (reason) {
    case 'busy':
      return failed(appError('busy', 'The agent is busy. Stop it, or stop and send.'))
    case 'cancelling':
      return failed(
        appError(
          'cancelling',
          'The previous turn is still stopping. Send again in a moment; your text is kept.',
        ),
      )
    case 'contextFull':
      return failed(
        appError(
          'contextFull',
          'The conversation is longer than its model can read. Compact it or choose a model that can read more, then send; your text is kept.',
        ),
      )
    case 'ended':
      return failed(appError('ended', 'This sub-agent has ended; it takes no more messages.'))
    case 'folderGone':
      return failed(FOLDER_GONE)
    case 'nothingToDo':
    case 'stale':
      return ok({})
    default:
      return assertNever(reason)
  }
}

/** The error for whoever met a bug. What they wanted may have been done. */
export const BROKEN = appError(
  'internal',
  'Something went wrong in Phoenix. Try again; the details are in the log.',
)

/** The error when something cannot be read or written because the file or the disk is damaged. */
export const DAMAGED = appError(
  'storage',
  'The disk or Phoenix’s database is damaged where this is kept, so it could not be read or written. Other conversations may still work. Choose “Stop all work and check” in the app, or start it again: it then looks at the whole database and shows what can be restored.',
)

/** The error for the second of two writers: neither overwrites the other (R29). */
export const OVERTAKEN = appError(
  'setAside',
  'Another program has written to this conversation, perhaps a second Phoenix with the same data folder. Nothing was overwritten, and what you wrote is kept. Close the other program, then try again.',
)

/** True for damage of the database. Recognised by SQLite's error code, wherever it occurred. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code)
}

const FOLDER_GONE = appError(
  'folderGone',
  'The folder of this conversation is no longer there, so nothing was started. Choose its new place; your text is kept.',
)

/** What met this has changed nothing, so it can be repeated (`while-locked.ts`). */
export const LOCKED = appError(
  'storage',
  'Another program holds Phoenix’s database. Close it and try again; your text is kept.',
)

export function storageError(fault: CommitFault): AppError {
  switch (fault) {
    case 'full':
      return appError(
        'storage',
        'The disk is full. Free some space and try again; your text is kept.',
      )
    case 'readOnly':
      return appError(
        'storage',
        'The data folder cannot be written to. Make it writable and try again; your text is kept.',
      )
    case 'overtaken':
      return OVERTAKEN
    case 'damaged':
      return DAMAGED
    case 'locked':
      return LOCKED
    case 'io':
      return appError(
        'storage',
        'The data folder could not be written to. Check the disk and try again; your text is kept.',
      )
    default:
      return assertNever(fault)
  }
}
