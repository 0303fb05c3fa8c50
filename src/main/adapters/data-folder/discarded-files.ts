import type { BlobHash } from '../../../shared/ids.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { DiscardedFilesPort } from '../../runtime/ports/file-ports.ts'
import type { BlobFiles } from '../blobs/blob-files.ts'
import type { BackupStores } from '../edits/keep-before.ts'
import type { AttachedFiles } from '../files/attached-files.ts'
import type { KeptOutputs } from '../outputs/kept-outputs.ts'

interface Kept extends BackupStores {
  readonly blobs: Pick<BlobFiles, 'remove' | 'isKeptSince' | 'has' | 'sizes'>
  readonly attached: Pick<AttachedFiles, 'remove'>
  readonly outputs: Pick<KeptOutputs, 'remove'>
}

/** Covers every place in the data folder with files of conversations. */
export function createDiscardedFiles(places: Kept): DiscardedFilesPort {
  const { attached, blobs, intents, kept, outputs } = places
  return {
    all: async () => [...(await blobs.sizes()).keys()],
    removeOfCall(callId) {
      const named = blobsOf(intents.of(callId))
      intents.remove(callId)
      outputs.remove(callId)
      return named
    },
    namedByCalls: () => blobsOf(intents.all()),
    removeBlob(hash, since) {
      if (blobs.isKeptSince(hash, since) || !kept.remove(hash, since)) return false
      blobs.remove(hash)
      return attached.remove(hash) && !blobs.has(hash)
    },
  }
}

function blobsOf(changes: readonly FileChange[]): readonly BlobHash[] {
  return changes.flatMap(({ after, before }) =>
    [before, after].flatMap((form) => (form === null ? [] : [form.blob])),
  )
}
