import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { TextForm } from '../../files/encoding.ts'
import { statsAt } from '../../files/held-folder.ts'
import type { Place, Places } from '../../files/places.ts'
import { runnerOf } from '../../files/run-by-others.ts'
import { readWholeText, type WholeText } from '../../files/whole-text.ts'
import type { WorkOutPatch } from './patch-thread.ts'
import type { Audience, FileBefore, PatchChange, WorkedOut } from './work-out-patch.ts'

/** A file as it is on disk; `before` is null if there is none. */
interface FoundFile {
  readonly place: Place
  readonly before: WholeText | null
}

export interface PlannedFile extends FoundFile {
  /** Null if it is deleted. */
  readonly bytes: Buffer | null
  readonly mode: number | null
}

/** `lines`: notes and differences, for the audience of the plan. */
export interface PatchPlan extends Omit<WorkedOut, 'files'> {
  readonly files: readonly PlannedFile[]
}

interface PlanOptions {
  readonly folder: string
  readonly places: Places
  readonly workOut: WorkOutPatch
  readonly shownTo: Audience
  readonly signal?: AbortSignal
}

/** Computes the combined result of the changes, without writing anything. The error names all that do not fit. */
export async function planPatch(
  changes: readonly PatchChange[],
  { folder, places, shownTo, signal, workOut }: PlanOptions,
): Promise<Result<PatchPlan, string>> {
  const found: FoundFile[] = []
  const find = async (path: string): Promise<Result<number, string>> => {
    const place = await places.locate(folder, path)
    if (!place.ok) return place
    const known = found.findIndex((file) => file.place.real === place.value.real)
    if (known >= 0) return ok(known)
    const file = await read(place.value)
    return file.ok ? ok(found.push(file.value) - 1) : file
  }
  const steps = []
  for (const change of changes) {
    const file = await find(change.path)
    const movedTo = change.type === 'update' ? change.movedTo : null
    steps.push({ change, file, target: movedTo === null ? null : await find(movedTo) })
  }
  const worked = await workOut({ files: found.map(beforeOf), steps, shownTo }, signal)
  if (!worked.ok) return failed(`Nothing was changed.\n${worked.error}`)
  const files = found.flatMap((file, index) => {
    const after = worked.value.files[index] ?? null
    return after === null ? [] : [{ ...file, bytes: bufferOf(after.bytes), mode: after.mode }]
  })
  return files.length === 0
    ? failed('Nothing was changed: the files already are as they should be.')
    : ok({ ...worked.value, files })
}

async function read(place: Place): Promise<Result<FoundFile, string>> {
  const stats = await statsAt(place)
  if (!stats.ok) return stats
  if (stats.value === null) return ok({ place, before: null })
  const before = await readWholeText(place)
  return before.ok ? ok({ place, before: before.value }) : before
}

const PLAIN: TextForm = { encoding: 'utf8', bom: Buffer.alloc(0) }

function beforeOf({ before, place }: FoundFile): FileBefore {
  return {
    shown: place.shown,
    text: before?.text ?? null,
    form: before?.form ?? PLAIN,
    mode: before === null ? null : before.stats.mode & 0o7777,
    notes: notesOnRunner(place),
  }
}

/** A note before the diff, also on the card, that other tools run this file. */
function notesOnRunner({ reach, shown }: Place): readonly string[] {
  const runner = reach === 'outside' ? null : runnerOf(shown)
  return runner === null ? [] : [`${shown}: ${runner}, outside the sandbox.`]
}

/** What a thread returns is no longer a Buffer. */
function bufferOf(bytes: Uint8Array | null): Buffer | null {
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
