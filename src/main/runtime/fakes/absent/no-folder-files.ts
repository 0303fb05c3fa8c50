import { ok, failed } from '../../../../shared/result.ts'
import type { FolderFilesPort } from '../../ports/folder-files-port.ts'

/** Folders without files. */
export const NO_FOLDER_FILES: FolderFilesPort = {
  find: () => Promise.resolve(ok({ paths: [], isCut: false })),
  list: () => Promise.resolve(ok({ entries: [], isCut: false })),
  look: () => Promise.resolve(failed('There is no such file.')),
  read: () => Promise.resolve(null),
  kindOf: () => Promise.resolve('missing'),
  commands: () => Promise.resolve([]),
}
