import type { BackupView } from '../../../../shared/storage/backup.ts'
import { failed } from '../../../../shared/result.ts'
import type { HandlerPorts } from '../../commands/handler-ports.ts'

const NOTHING: BackupView = {
  folder: '/backups',
  newest: null,
  kept: 0,
  problem: null,
  setAside: [],
}

/** No file to back up or reopen. */
export const NO_BACKUPS: Pick<HandlerPorts, 'backups' | 'reopen' | 'storage'> = {
  backups: {
    view: () => NOTHING,
    make: () => Promise.resolve(NOTHING),
    sizes: () => Promise.resolve(failed('there is no database')),
  },
  reopen: () => undefined,
  storage: { trouble: () => null, folderWarning: null },
}
