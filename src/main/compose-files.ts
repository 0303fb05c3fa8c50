import { type BlobFiles, openBlobFiles } from './adapters/blobs/blob-files.ts'
import { createDiscardedFiles } from './adapters/data-folder/discarded-files.ts'
import { type BackupStores, openBackups } from './adapters/edits/keep-before.ts'
import { type AttachedFiles, openAttachedFiles } from './adapters/files/attached-files.ts'
import { type KeptOutputs, openKeptOutputs } from './adapters/outputs/kept-outputs.ts'
import type { JournalFlush } from './adapters/sqlite/journal-flush.ts'
import type { DiscardedFilesPort } from './runtime/ports/file-ports.ts'

/** The files of conversations in the data folder. */
export interface ConversationFiles {
  readonly blobs: BlobFiles
  readonly attached: AttachedFiles
  readonly outputs: KeptOutputs
  /** What edits replaced, for undo. */
  readonly backups: BackupStores
  readonly discarded: DiscardedFilesPort
}

/** Opens them, and removes what a kill left behind. */
export function composeFiles(
  dataFolder: string,
  flushFile: JournalFlush['flushFile'],
): ConversationFiles {
  const blobs = openBlobFiles(dataFolder, flushFile)
  const attached = openAttachedFiles(dataFolder)
  const outputs = openKeptOutputs(dataFolder)
  const backups = openBackups(dataFolder)
  for (const each of [outputs, blobs, attached, backups]) void each.sweep()
  const discarded = createDiscardedFiles({ blobs, attached, outputs, ...backups })
  return { blobs, attached, outputs, backups, discarded }
}
