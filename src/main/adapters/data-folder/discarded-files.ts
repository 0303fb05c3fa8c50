import type { BlobHash } from '../../../shared/ids.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import type { Result } from '../../../shared/result.ts'
import type { DiscardedFilesPort } from '../../runtime/ports/file-ports.ts'
import type { BlobFiles } from '../blobs/blob-files.ts'
import type { BackupStores } from '../edits/keep-before.ts'
import type { AttachedFiles } from '../files/attached-files.ts'
import type { KeptOutputs } from '../outputs/kept-outputs.ts'

interface Kept extends BackupStores {
  readonly blobs: Pick<BlobFiles, 'remove' | 'isKeptSince' | 'sizes'>
  readonly attached: Pick<AttachedFiles, 'remove'>
  readonly outputs: Pick<KeptOutputs, 'remove'>
}

/** Covers every place in the data folder with files of conversations. */
export function createDiscardedFiles(places: Kept): DiscardedFilesPort {
  const { attached, blobs, intents, kept, outputs } = places
  return {
    all: async () => [...(await blobs.sizes()).keys()],
    removeOfCalls(callIds) {
      const named = callIds.flatMap((callId) => blobsIn(intents.of(callId)))
      for (const callId of callIds) {
        intents.remove(callId)
        outputs.remove(callId)
      }
      return named
    },
    namedByCalls: () => blobsIn(intents.all()),
    removeBlob(hash, since) {
      if (blobs.isKeptSince(hash, since) || !kept.remove(hash, since)) return false
      const isGone = blobs.remove(hash)
      return attached.remove(hash) && isGone
    },
  }
}

/** Throws if they cannot be read now: then what they name must stay. */
function blobsIn(changes: Result<readonly FileChange[], string>): readonly BlobHash[] {
  if (!changes.ok) throw new Error(`intended edits cannot be read: ${changes.error}`)
  return changes.value.flatMap(({ after, before }) =>
    [before, after].flatMap((form) => (form === null ? [] : [form.blob])),
  )
}
