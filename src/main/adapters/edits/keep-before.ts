import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { FileChange, FileForm } from '../../../shared/messages/file-change.ts'
import { BlobHash, type CallId } from '../../../shared/ids.ts'
import { failed, type Result } from '../../../shared/result.ts'
import type { Place } from '../files/places.ts'
import type { WholeFile } from '../files/whole-text.ts'
import type { Temporaries, Written } from '../files/write-files.ts'
import { type EditIntents, openEditIntents } from './edit-intents.ts'
import { type KeptFiles, openKeptFiles } from './kept-files.ts'
import { openTemporaries } from './temporaries.ts'

export interface BackupStores {
  readonly kept: KeptFiles
  readonly intents: EditIntents
  readonly temporaries: Temporaries
}

export function openBackups(dataFolder: string): BackupStores & {
  /** Removes what a kill left. Never rejects. */
  sweep(): Promise<void>
} {
  const kept = openKeptFiles(dataFolder)
  const temporaries = openTemporaries(dataFolder)
  return {
    kept,
    intents: openEditIntents(dataFolder),
    temporaries,
    sweep: async () => {
      await kept.sweep()
      await temporaries.sweep()
    },
  }
}

/** A file that a tool is about to write. */
interface PlannedFile {
  readonly place: Place
  readonly before: WholeFile | null
  /** Null deletes it. */
  readonly bytes: Uint8Array | null
}

/** The mode of a new file. */
const USUAL_MODE = 0o644

/** Saves the old content of all files, and the intended changes, on disk. The error is a sentence for the model. */
export async function keepBefore(
  files: readonly PlannedFile[],
  callId: CallId,
  { intents, kept }: Pick<BackupStores, 'intents' | 'kept'>,
): Promise<Result<null, string>> {
  const contents = files.flatMap(({ before }) => (before === null ? [] : [before.bytes]))
  const all = await kept.keepAll(contents)
  const noted = all.ok
    ? await intents.note(
        callId,
        files.map((file) => changeOf(file, null)),
      )
    : all
  if (noted.ok) return noted
  return failed(
    `Nothing was changed: the old content of the files could not be saved for undo: ${noted.error}.`,
  )
}

/** The changes that were written, as they are recorded. */
export function changesBy(files: readonly PlannedFile[], written: Written): readonly FileChange[] {
  return written.files.flatMap(({ mode }, index) => {
    const file = files[index]
    return file === undefined ? [] : [changeOf(file, mode)]
  })
}

function changeOf({ before, bytes, place }: PlannedFile, mode: number | null): FileChange {
  const old = before === null ? null : formOf(before)
  const after =
    bytes === null ? null : { blob: blobOf(bytes), mode: mode ?? old?.mode ?? USUAL_MODE }
  return { path: place.real, shown: place.shown, before: old, after }
}

export function formOf({ digest, stats }: Pick<WholeFile, 'digest' | 'stats'>): FileForm {
  return { blob: BlobHash.parse(digest), mode: modeOf(stats) }
}

export function modeOf({ mode }: Pick<Stats, 'mode'>): number {
  return mode & 0o7777
}

function blobOf(bytes: Uint8Array): BlobHash {
  return BlobHash.parse(createHash('sha256').update(bytes).digest('hex'))
}
