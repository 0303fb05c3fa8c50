import { appError } from '../../../shared/app-error.ts'
import type { dataCommands } from '../../../shared/data-commands.ts'
import { failed, ok } from '../../../shared/result.ts'
import type { BackupPort } from '../ports/backup-port.ts'
import type { HandlersOf } from './command-handlers.ts'

const NOTHING_TO_RECOVER = failed(
  appError('invalidInput', 'The database of Phoenix is open, so there is nothing to recover.'),
)

/** `reopen`: stops all work and opens the database again, after it was looked at whole. */
export function dataHandlers(
  backups: BackupPort,
  reopen: () => void,
): HandlersOf<keyof typeof dataCommands> {
  return {
    'backups.read': () => ok(backups.view()),
    'backups.make': async () => ok(await backups.make()),
    'recovery.begin': () => {
      reopen()
      return ok({})
    },
    'recovery.read': () => NOTHING_TO_RECOVER,
    'recovery.prepared': () => NOTHING_TO_RECOVER,
    'recovery.restore': () => NOTHING_TO_RECOVER,
    'recovery.startEmpty': () => NOTHING_TO_RECOVER,
    'recovery.tryAgain': () => NOTHING_TO_RECOVER,
    'recovery.export': () => NOTHING_TO_RECOVER,
    'recovery.quit': () => NOTHING_TO_RECOVER,
  }
}
