import { ok } from '../../../../shared/result.ts'
import type { FolderFilesPort } from '../../ports/folder-files-port.ts'

/** Folders without a file. */
export const NO_FOLDER_FILES: FolderFilesPort = {
  find: () => Promise.resolve(ok([])),
  read: () => Promise.resolve(null),
  commands: () => Promise.resolve([]),
}
