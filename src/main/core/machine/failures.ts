import { assertNever } from '../../../shared/assert-never.ts'
import type { RequestFailure } from '../../../shared/conversation/conversation-state.ts'
import type { StoreFault } from './store-fault.ts'

/** Returns the failure for the error state after a step could not be saved. */
export function storageFailure(fault: StoreFault): RequestFailure {
  return { kind: 'storage', message: storageMessage(fault) }
}

function storageMessage(fault: StoreFault): string {
  switch (fault) {
    case 'full':
      return 'The disk is full: the last step could not be saved. Free some space, then press Retry.'
    case 'readOnly':
      return 'The data folder cannot be written to: the last step could not be saved. Make it writable, then press Retry.'
    case 'damaged':
      return 'Part of Phoenix’s database is damaged: the last step was not saved. Start Phoenix again: it checks the whole database and shows what can be restored.'
    case 'locked':
      return 'Another program holds Phoenix’s database, so the end of this turn is not saved yet. It is saved with your next message. Close the other program, then press Retry to continue.'
    case 'io':
      return 'Writing to the data folder failed: the last step was not saved. Check the disk, then press Retry.'
    default:
      return assertNever(fault)
  }
}

/** The failure for the error state after work vanished without a report: a bug that Phoenix survived. */
export const WORK_LOST: RequestFailure = {
  kind: 'internal',
  message: 'Phoenix lost track of running work and ended the turn. Press Retry to continue.',
}
