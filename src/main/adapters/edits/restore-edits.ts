import type { FileChange } from '../../../shared/messages/file-change.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { EditConflict, EditLook } from '../../runtime/ports/edit-port.ts'
import type { Places } from '../files/places.ts'
import { type FileWrite, type Temporaries, writeFiles } from '../files/write-files.ts'
import { formOf, modeOf } from './keep-before.ts'
import type { KeptFiles } from './kept-files.ts'
import { type Fit, fitOf, stillKept } from './fit.ts'

/** The memory limit of one undo. */
const MAX_BYTES = 256 * 1024 * 1024

export interface UndoPorts {
  readonly kept: KeptFiles
  readonly places: Places
}

type Undone = {
  readonly files: readonly FileChange[]
  readonly conflicts: readonly EditConflict[]
}

export async function lookAtEdits(
  folder: string,
  changes: readonly FileChange[],
  ports: UndoPorts,
): Promise<EditLook> {
  const restorable: FileChange[] = []
  const conflicts: EditConflict[] = []
  for (const change of changes) {
    const fit = await fitOf(change, folder, ports)
    if (!fit.ok) conflicts.push({ shown: change.shown, why: fit.error })
    else if (fit.value !== null) restorable.push(change)
  }
  return { restorable, conflicts }
}

/** Restores everything that can still be restored. On an error nothing has changed. */
export async function restoreEdits(
  folder: string,
  changes: readonly FileChange[],
  ports: UndoPorts & { readonly temporaries: Temporaries },
): Promise<Result<Undone, string>> {
  const found = await findFits(folder, changes, ports)
  if (!found.ok) return found
  const { conflicts, fits, writes } = found.value
  if (fits.length === 0) return ok({ files: [], conflicts })
  const current = fits.flatMap(({ now }) => (now === null ? [] : [now.bytes]))
  const kept = await ports.kept.keepAll(current)
  if (!kept.ok) {
    return failed(
      `Nothing was changed: the files’ current content could not be saved: ${kept.error}.`,
    )
  }
  const written = await writeFiles(writes, ports.temporaries)
  if (written.files.length === 0 && written.fault !== null) return failed(written.fault)
  const files = fits.slice(0, written.files.length).map((fit, index) => {
    return undoOf(fit, written.files[index]?.mode ?? null)
  })
  const remaining = fits.slice(files.length).map(({ change }) => {
    return { shown: change.shown, why: written.fault ?? '' }
  })
  return ok({ files, conflicts: [...conflicts, ...remaining] })
}

interface Found {
  readonly fits: readonly Fit[]
  readonly writes: readonly FileWrite[]
  readonly conflicts: readonly EditConflict[]
}

async function findFits(
  folder: string,
  changes: readonly FileChange[],
  ports: UndoPorts,
): Promise<Result<Found, string>> {
  const fits: Fit[] = []
  const writes: FileWrite[] = []
  const conflicts: EditConflict[] = []
  let bytes = 0
  for (const change of changes) {
    const { shown } = change
    const fit = await fitOf(change, folder, ports)
    if (!fit.ok) conflicts.push({ shown, why: fit.error })
    if (!fit.ok || fit.value === null) continue
    const old = change.before === null ? ok(0) : ports.kept.sizeOf(change.before.blob)
    bytes += (fit.value.now?.bytes.length ?? 0) + (old.ok ? (old.value ?? 0) : 0)
    if (bytes > MAX_BYTES) return failed(TOO_MUCH)
    const write = await writeOf(fit.value, ports.kept)
    if (!write.ok) {
      conflicts.push({ shown, why: write.error })
      continue
    }
    fits.push(fit.value)
    writes.push(write.value)
  }
  return ok({ fits, writes, conflicts })
}

const TOO_MUCH =
  'Nothing was changed: these files are too large to be restored together. Undo the edits one by one.'

/** The error says why its content is not there. */
async function writeOf(
  { change, now, place }: Fit,
  kept: KeptFiles,
): Promise<Result<FileWrite, string>> {
  const { after, before: old } = change
  const before = now?.stats ?? null
  if (old === null) return ok({ place, before, bytes: null, mode: null })
  const bytes = stillKept(await kept.read(old.blob))
  if (!bytes.ok) return bytes
  // Permissions that somebody has changed since then stay unchanged.
  const isOwn = now === null || modeOf(now.stats) === after?.mode
  return ok({ place, before, bytes: bytes.value, mode: isOwn ? old.mode : modeOf(now.stats) })
}

/** The undo as it is recorded: from before it to now. */
function undoOf({ change, now }: Fit, mode: number | null): FileChange {
  const { before: old, path, shown } = change
  const after = old === null ? null : { blob: old.blob, mode: mode ?? old.mode }
  return { path, shown, before: now === null ? null : formOf(now), after }
}
