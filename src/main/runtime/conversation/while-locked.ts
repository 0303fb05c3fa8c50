import type { AppError } from '../../../shared/app-error.ts'
import type { Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { LOCKED } from './answers.ts'
import type { Timers } from '../ports/ports.ts'

/** Far longer than one of Phoenix's own threads holds the lock, even on a busy machine. */
export const LOCK_PATIENCE_MS = 3_000
const AGAIN_MS = 25

export type LockTimers = Pick<Timers, 'awake' | 'start'>

/**
 * Repeats a write that is not a step of a conversation while another program, or one of Phoenix's own threads, holds the
 * lock of the database: such a write has changed nothing. Returns the last answer when its time is up.
 */
export async function whileLocked<Value, Fault extends AppError | StoreFault>(
  timers: LockTimers,
  write: () => Result<Value, Fault> | Promise<Result<Value, Fault>>,
  dueAt = timers.awake() + LOCK_PATIENCE_MS,
): Promise<Result<Value, Fault>> {
  for (;;) {
    const answer = await write()
    if (!isLocked(answer) || timers.awake() >= dueAt) return answer
    await new Promise<void>((resolve) => void timers.start(AGAIN_MS, resolve))
  }
}

export function isLocked(answer: Result<unknown, AppError | StoreFault>): boolean {
  return !answer.ok && (answer.error === 'locked' || answer.error === LOCKED)
}
