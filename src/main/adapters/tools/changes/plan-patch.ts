import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { encodeWhole, nameOfEncoding, type TextForm } from '../../files/encoding.ts'
import { statsAt } from '../../files/held-folder.ts'
import { lineEndsOf, withLf, type LineEnds } from '../../files/line-ends.ts'
import type { Place, Places } from '../../files/places.ts'
import { runnerOf } from '../../files/run-by-others.ts'
import { type DiffLimits, type FileDiff, unifiedDiff } from '../../files/unified-diff.ts'
import { readWholeText, type WholeText } from '../../files/whole-text.ts'
import { applyHunks } from './apply-hunks.ts'
import { editText } from './edit-text.ts'
import type { Hunk } from './hunk.ts'

export type PatchChange =
  /** `everywhere`: replaces every occurrence; otherwise there must be exactly one. */
  | {
      readonly type: 'edit'
      readonly path: string
      readonly oldText: string
      readonly newText: string
      readonly everywhere: boolean
    }
  /** `movedTo`: the new path of the file; null: it stays. */
  | {
      readonly type: 'update'
      readonly path: string
      readonly hunks: readonly Hunk[]
      readonly movedTo: string | null
    }
  /** Only if there is no file yet. */
  | { readonly type: 'create'; readonly path: string; readonly text: string }
  /** Writes the whole file, new or not. */
  | { readonly type: 'write'; readonly path: string; readonly text: string }
  | { readonly type: 'delete'; readonly path: string }

/** A file before and after, with only LF line ends unless they are mixed. */
interface Draft {
  readonly place: Place
  readonly before: WholeText | null
  readonly old: string | null
  form: TextForm
  ends: LineEnds
  now: string | null
  /** The permission bits of a file that was moved here; null: the file's own. */
  mode: number | null
}

export interface PlannedFile {
  readonly place: Place
  readonly before: WholeText | null
  /** Null if it is deleted. */
  readonly bytes: Buffer | null
  readonly mode: number | null
  diff(limits?: DiffLimits): FileDiff
}

export interface PatchPlan {
  readonly files: readonly PlannedFile[]
  /** Notes on where the changes were not taken literally. */
  readonly notes: readonly string[]
}

const PLAIN: TextForm = { encoding: 'utf8', bom: Buffer.alloc(0) }

/** Computes the combined result of the changes, without writing anything. The error names all that do not fit. */
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
    else notes.push(...applied.value.map((note) => label + note))
    if (!applied.ok || !draft.ok || change.type !== 'update' || change.movedTo === null) continue
    const target = await draftOf(change.movedTo, folder, places, drafts)
    const moved = target.ok ? move(draft.value, target.value) : target
    if (!moved.ok) faults.push(label + moved.error)
  }
  const planned = [...drafts.values()].map(finish)
  for (const file of planned) if (!file.ok) faults.push(file.error)
  if (faults.length > 0) return failed(`Nothing was changed.\n${faults.join('\n')}`)
  const files = planned.flatMap((file) => (file.ok && file.value !== null ? [file.value] : []))
  if (files.length === 0)
    return failed('Nothing was changed: the files already are as they should be.')
  return ok({ files, notes: [...notes, ...files.flatMap(noteOnRunner)] })
}

/** A note before the diff, also on the card, that other tools run this file. */
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
    return ok({ place, before: null, form: PLAIN, ends: 'lf', old: null, now: null, mode: null })
  }
  const before = await readWholeText(place)
  if (!before.ok) return before
  const { form, text } = before.value
  const ends = lineEndsOf(text)
  const plain = ends === 'crlf' ? withLf(text) : text
  return ok({ place, before: before.value, form, ends, old: plain, now: plain, mode: null })
}

const TO_THE_LETTER: Result<readonly string[], string> = ok([])

/** Returns notes on what was not taken literally. */
function apply(change: PatchChange, draft: Draft): Result<readonly string[], string> {
  const { shown } = draft.place
  switch (change.type) {
    case 'create':
      if (draft.now !== null) {
        return failed(`${shown} already exists. Update it, or replace it with write_file.`)
      }
      setText(draft, change.text)
      return TO_THE_LETTER
    case 'write':
      setText(draft, change.text)
      return TO_THE_LETTER
    case 'delete':
      if (draft.now === null) return failed(`There is no file ${shown} to delete.`)
      draft.now = null
      return TO_THE_LETTER
    case 'edit':
    case 'update': {
      const { ends, now } = draft
      if (now === null) {
        return failed(`There is no file ${shown}. glob finds files; write_file creates one.`)
      }
      const edited =
        change.type === 'edit'
          ? editText(now, { ...change, ends, shown })
          : applyHunks(now, change.hunks, shown)
      if (!edited.ok) return edited
      draft.now = edited.value.text
      return ok(edited.value.notes)
    }
    default:
      return assertNever(change)
  }
}

function setText(draft: Draft, text: string): void {
  draft.now = draft.ends === 'crlf' ? withLf(text) : text
}

/** The file keeps its encoding, line ends and permissions. */
function move(from: Draft, to: Draft): Result<null, string> {
  if (from === to) return failed(`${to.place.shown} is already there; nothing is moved.`)
  if (to.now !== null) return failed(`${to.place.shown} already exists; nothing is moved over it.`)
  to.now = from.now
  to.form = from.form
  to.ends = from.ends
  to.mode = from.before === null ? null : from.before.stats.mode & 0o7777
  from.now = null
  return ok(null)
}

/** Null if it did not change in the end. */
function finish(draft: Draft): Result<PlannedFile | null, string> {
  const { before, ends, form, mode, now, old, place } = draft
  if (now === old) return ok(null)
  const text = now !== null && ends === 'crlf' ? now.replaceAll('\n', '\r\n') : now
  const bytes = text === null ? null : encodeWhole(text, form)
  if (text !== null && bytes === null) {
    const name = nameOfEncoding(form.encoding)
    return failed(
      `${place.shown} is encoded as ${name}, which cannot represent a character of the new text.`,
    )
  }
  return ok({
    place,
    before,
    bytes,
    mode,
    diff: (limits) => unifiedDiff(place.shown, old, now, limits),
  })
}
