import type { FileChange, FileForm } from '../../../shared/messages/file-change.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { statsAt } from '../files/held-folder.ts'
import type { Place, Places } from '../files/places.ts'
import { readWholeFile, type WholeFile } from '../files/whole-text.ts'
import type { KeptFiles } from './kept-files.ts'

/** A file that is still as the change left it, so the change can be undone. */
export interface Fit {
  readonly change: FileChange
  readonly place: Place
  /** Null if the file does not exist. */
  readonly now: WholeFile | null
}

/** Null if the file already is as it was before. The error, a sentence for people, says why it is left unchanged. */
export async function fitOf(
  change: FileChange,
  folder: string,
  { kept, places }: { readonly kept: KeptFiles; readonly places: Places },
): Promise<Result<Fit | null, string>> {
  const place = await places.locate(folder, change.path)
  if (!place.ok) return place
  if (place.value.real !== change.path) return failed('A link now leads somewhere else.')
  const now = await readNow(place.value)
  if (!now.ok) return now
  const { after, before } = change
  if (!isAt(now.value, after)) {
    return isAt(now.value, before) ? ok(null) : failed(hasChanged(now.value, after))
  }
  const size = before === null ? null : stillKept(kept.sizeOf(before.blob))
  if (size?.ok === false) return size
  return ok({ change, place: place.value, now: now.value })
}

async function readNow(place: Place): Promise<Result<WholeFile | null, string>> {
  const stats = await statsAt(place)
  if (!stats.ok) return stats
  if (stats.value === null) return ok(null)
  return stats.value.isFile() ? readWholeFile(place) : failed('It is no longer a file.')
}

function isAt(now: WholeFile | null, form: FileForm | null): boolean {
  return now === null || form === null ? now === form : now.digest === form.blob
}

function hasChanged(now: WholeFile | null, after: FileForm | null): string {
  if (now === null) return 'It has been deleted since.'
  return after === null ? 'It has been created again since.' : 'It has changed since.'
}

/** The error, a sentence for people, says why kept content is not at hand. */
export function stillKept<Value>(kept: Result<Value | null, string>): Result<Value, string> {
  if (!kept.ok) return failed(`Its earlier content cannot be read now: ${kept.error}.`)
  return kept.value === null ? failed(NOT_KEPT) : ok(kept.value)
}

export const NOT_KEPT = 'Its earlier content is no longer kept.'
