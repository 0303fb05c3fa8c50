import { assertNever } from '../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { encodeWhole, nameOfEncoding, type TextForm } from '../files/encoding.ts'
import { statsAt } from '../files/held-folder.ts'
import { lineEndsOf, withLf, type LineEnds } from '../files/line-ends.ts'
import type { Place, Places } from '../files/places.ts'
import { runnerOf } from '../files/run-by-others.ts'
import { type DiffLimits, type FileDiff, unifiedDiff } from '../files/unified-diff.ts'
import { readWholeText, type WholeText } from '../files/whole-text.ts'
import { editText } from './edit-text.ts'

export type PatchChange =
  | {
      readonly type: 'edit'
      readonly path: string
      readonly oldText: string
      readonly newText: string
      readonly everywhere?: boolean | undefined
    }
  | { readonly type: 'create'; readonly path: string; readonly text: string }
  | { readonly type: 'delete'; readonly path: string }

/** A file as it is and as it is to be, with lines that end in LF alone unless they are mixed. */
interface Draft {
  readonly place: Place
  readonly before: WholeText | null
  readonly form: TextForm
  readonly ends: LineEnds
  readonly old: string | null
  now: string | null
}

export interface PlannedFile {
  readonly place: Place
  readonly before: WholeText | null
  /** Null: it is deleted. */
  readonly bytes: Buffer | null
  diff(limits?: DiffLimits): FileDiff
}

export interface PatchPlan {
  readonly files: readonly PlannedFile[]
  /** What was not taken to the letter. */
  readonly notes: readonly string[]
}

const PLAIN: TextForm = { encoding: 'utf8', bom: Buffer.alloc(0) }

/** What the changes come to, one after the other, without writing any. The error names all that do not fit. */
export async function planPatch(
  changes: readonly PatchChange[],
  folder: string,
  places: Places,
): Promise<Result<PatchPlan, string>> {
  const drafts = new Map<string, Draft>()
  const faults: string[] = []
  const notes: string[] = []
  for (const [index, change] of changes.entries()) {
    const label = changes.length === 1 ? '' : `Change ${index + 1}: `
    const draft = await draftOf(change.path, folder, places, drafts)
    const applied = draft.ok ? apply(change, draft.value) : draft
    if (!applied.ok) faults.push(label + applied.error)
    else if (applied.value !== null) notes.push(label + applied.value)
  }
  const planned = [...drafts.values()].map(finish)
  for (const file of planned) if (!file.ok) faults.push(file.error)
  if (faults.length > 0) return failed(`Nothing was changed.\n${faults.join('\n')}`)
  const files = planned.flatMap((file) => (file.ok && file.value !== null ? [file.value] : []))
  if (files.length === 0) return failed('Nothing was changed: the changes undo one another.')
  return ok({ files, notes: [...notes, ...files.flatMap(noteOnRunner)] })
}

/** What other tools run is said in front of the difference, on the card too. */
function noteOnRunner({ place: { reach, shown } }: PlannedFile): readonly string[] {
  const runner = reach === 'outside' ? null : runnerOf(shown)
  return runner === null ? [] : [`${shown}: ${runner}, outside the sandbox.`]
}

async function draftOf(
  path: string,
  folder: string,
  places: Places,
  drafts: Map<string, Draft>,
): Promise<Result<Draft, string>> {
  const place = await places.locate(folder, path)
  if (!place.ok) return place
  const { real } = place.value
  const started = drafts.get(real)
  if (started !== undefined) return ok(started)
  const draft = await readDraft(place.value)
  if (draft.ok) drafts.set(real, draft.value)
  return draft
}

async function readDraft(place: Place): Promise<Result<Draft, string>> {
  if ((await statsAt(place.real)) === null) {
    return ok({ place, before: null, form: PLAIN, ends: 'lf', old: null, now: null })
  }
  const before = await readWholeText(place)
  if (!before.ok) return before
  const { form, text } = before.value
  const ends = lineEndsOf(text)
  const plain = ends === 'crlf' ? withLf(text) : text
  return ok({ place, before: before.value, form, ends, old: plain, now: plain })
}

/** A note where something was not taken to the letter. */
function apply(change: PatchChange, draft: Draft): Result<string | null, string> {
  const { shown } = draft.place
  switch (change.type) {
    case 'create':
      if (draft.now !== null) {
        return failed(
          `${shown} is there already. Edit it; or to replace it whole, delete and create it in one call.`,
        )
      }
      draft.now = draft.ends === 'crlf' ? withLf(change.text) : change.text
      return ok(null)
    case 'delete':
      if (draft.now === null) return failed(`There is no file ${shown} to delete.`)
      draft.now = null
      return ok(null)
    case 'edit': {
      if (draft.now === null) {
        return failed(`There is no file ${shown}. list_files shows what is there; create makes it.`)
      }
      const edited = editText(draft.now, { ...change, ends: draft.ends, shown })
      if (!edited.ok) return edited
      draft.now = edited.value.text
      return ok(edited.value.note)
    }
    default:
      return assertNever(change)
  }
}

/** Null: in the end it stays as it was. */
function finish({
  before,
  ends,
  form,
  now,
  old,
  place,
}: Draft): Result<PlannedFile | null, string> {
  if (now === old) return ok(null)
  const text = now !== null && ends === 'crlf' ? now.replaceAll('\n', '\r\n') : now
  const bytes = text === null ? null : encodeWhole(text, form)
  if (text !== null && bytes === null) {
    const name = nameOfEncoding(form.encoding)
    return failed(`${place.shown} is written in ${name}, which lacks a character of the new text.`)
  }
  return ok({ place, before, bytes, diff: (limits) => unifiedDiff(place.shown, old, now, limits) })
}
