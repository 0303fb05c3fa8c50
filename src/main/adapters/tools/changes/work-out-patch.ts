import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { encodeWhole, nameOfEncoding, type TextForm } from '../../files/encoding.ts'
import { lineEndsOf, withLf, type LineEnds } from '../../files/line-ends.ts'
import { FOR_MODELS, FOR_PEOPLE, unifiedDiff, withoutBreaks } from '../../files/unified-diff.ts'
import { cappedLines, MAX_RESULT_BYTES } from '../definition/capped.ts'
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

/** Who sees the difference, and so how much of it is worked out. */
export type Audience = 'model' | 'person' | 'nobody'

/** A file before the changes. */
export interface FileBefore {
  readonly shown: string
  /** Null: there is no such file. */
  readonly text: string | null
  readonly form: TextForm
  /** Its permission bits; null if there is no such file. */
  readonly mode: number | null
  /** Goes with the difference if the file changes. */
  readonly notes: readonly string[]
}

/** A change with the indexes of its files in the order; an error: why a path cannot be used. */
interface PatchStep {
  readonly change: PatchChange
  readonly file: Result<number, string>
  /** The new place of a file that is moved. */
  readonly target: Result<number, string> | null
}

/** Plain data, for a thread. */
export interface PatchOrder {
  readonly files: readonly FileBefore[]
  readonly steps: readonly PatchStep[]
  readonly shownTo: Audience
}

/** `bytes`: null if the file is deleted. `mode`: the permission bits of a file that was moved here; null: its own. */
export interface FileAfter {
  readonly bytes: Uint8Array | null
  readonly mode: number | null
}

export interface WorkedOut {
  /** One for each file of the order; null if it does not change in the end. */
  readonly files: readonly (FileAfter | null)[]
  /** Notes on where the changes were not taken literally, then the differences, as far as they fit. */
  readonly lines: readonly string[]
  /** The number of lines that did not fit. */
  readonly leftOut: number
  readonly added: number
  readonly removed: number
}

/** A file while changes are applied, with only LF line ends unless they are mixed. */
interface Draft {
  readonly before: FileBefore
  readonly old: string | null
  form: TextForm
  ends: LineEnds
  now: string | null
  mode: number | null
}

/** Works out the combined result of the changes. The error names all that do not fit. */
export function workOutPatch({ files, shownTo, steps }: PatchOrder): Result<WorkedOut, string> {
  const drafts = files.map(draftOf)
  const at = (index: Result<number, string>): Result<Draft, string> => {
    if (!index.ok) return index
    const draft = drafts[index.value]
    return draft === undefined ? failed('There is no such file.') : ok(draft)
  }
  const faults: string[] = []
  const notes: string[] = []
  for (const [index, { change, file, target }] of steps.entries()) {
    const label = steps.length === 1 ? '' : `Change ${index + 1}: `
    const draft = at(file)
    const applied = draft.ok ? apply(change, draft.value) : draft
    if (!applied.ok) faults.push(label + applied.error)
    else notes.push(...applied.value.map((note) => label + note))
    if (!applied.ok || !draft.ok || target === null) continue
    const to = at(target)
    const moved = to.ok ? move(draft.value, to.value) : to
    if (!moved.ok) faults.push(label + moved.error)
  }
  const after = drafts.map(finish)
  for (const file of after) if (!file.ok) faults.push(file.error)
  if (faults.length > 0) return failed(faults.join('\n'))
  const changed = drafts.filter(({ now, old }) => now !== old)
  return ok({
    files: after.map((file) => (file.ok ? file.value : null)),
    ...difference(changed, notes, shownTo),
  })
}

function draftOf(before: FileBefore): Draft {
  const { form, text } = before
  const ends = text === null ? 'lf' : lineEndsOf(text)
  const plain = text !== null && ends === 'crlf' ? withLf(text) : text
  return { before, form, ends, old: plain, now: plain, mode: null }
}

const TO_THE_LETTER: Result<readonly string[], string> = ok([])

/** Returns notes on what was not taken literally. */
function apply(change: PatchChange, draft: Draft): Result<readonly string[], string> {
  const { shown } = draft.before
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
  const { bom } = draft.form
  // The file keeps its mark, and needs no second one.
  const unmarked = bom.length > 0 ? text.replace(/^\uFEFF/, '') : text
  draft.now = draft.ends === 'crlf' ? withLf(unmarked) : unmarked
}

/** The file keeps its encoding, line ends and permissions. */
function move(from: Draft, to: Draft): Result<null, string> {
  if (from === to) return failed(`${to.before.shown} is already there; nothing is moved.`)
  if (to.now !== null) return failed(`${to.before.shown} already exists; nothing is moved over it.`)
  to.now = from.now
  to.form = from.form
  to.ends = from.ends
  to.mode = from.mode ?? from.before.mode
  from.now = null
  return ok(null)
}

/** Null if it does not change in the end. */
function finish({ before, ends, form, mode, now, old }: Draft): Result<FileAfter | null, string> {
  if (now === old) return ok(null)
  const text = now !== null && ends === 'crlf' ? now.replaceAll('\n', '\r\n') : now
  const bytes = text === null ? null : encodeWhole(text, form)
  if (text === null || bytes !== null) return ok({ bytes, mode })
  const name = nameOfEncoding(form.encoding)
  return failed(
    `${before.shown} is encoded as ${name}, which cannot represent a character of the new text.`,
  )
}

/** What remains is for a note on the rest, and on an editor that does not answer. */
const MAX_BYTES = { model: MAX_RESULT_BYTES - 512, person: 64 * 1024 }

function difference(
  changed: readonly Draft[],
  notes: readonly string[],
  shownTo: Audience,
): Omit<WorkedOut, 'files'> {
  if (shownTo === 'nobody') return { lines: [], leftOut: 0, added: 0, removed: 0 }
  const limits = shownTo === 'model' ? FOR_MODELS : FOR_PEOPLE
  const diffs = changed.map(({ before, now, old }) => unifiedDiff(before.shown, old, now, limits))
  const said = [...notes, ...changed.flatMap(({ before }) => before.notes)]
  const all = [
    // A note names files, and a name can contain a line break.
    ...said.map((note) => (shownTo === 'model' ? note : withoutBreaks(note))),
    ...diffs.flatMap(({ lines }) => lines),
  ]
  const { leftOut, shown } = cappedLines(all, MAX_BYTES[shownTo])
  return {
    lines: shown,
    leftOut,
    added: diffs.reduce((sum, diff) => sum + diff.added, 0),
    removed: diffs.reduce((sum, diff) => sum + diff.removed, 0),
  }
}
