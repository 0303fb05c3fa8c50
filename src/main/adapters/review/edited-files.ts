import { lstat } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import type { FileChange, FileForm } from '../../../shared/messages/file-change.ts'
import { MAX_REVIEWED_FILES, type ReviewedFile } from '../../../shared/conversation/review.ts'
import { NOT_KEPT, stillKept } from '../edits/fit.ts'
import type { KeptFiles } from '../edits/kept-files.ts'
import type { Places } from '../files/places.ts'
import { ifThere } from '../system/file-fault.ts'
import type { CompareFile } from '../tools/changes/diff-thread.ts'
import {
  MAX_SHOWN_BYTES,
  type ReadForReview,
  readForReview,
  textOf,
  tooLarge,
} from './read-for-review.ts'

/** The limit for all files together. */
const MAX_LENGTH = 4 * 1024 * 1024
const BINARY = 'Not a text file.'
const NOT_SHOWN = 'Too large to show with the others. Open it separately.'
const TOO_LONG = 'Comparing its versions took too long. Open it separately.'
const SINCE = 'It has changed since then: this shows it as it is now.'
const DELETED_SINCE = 'It has been deleted since then.'
const LOST =
  'Its content at that time is not known: it is not kept, and the file has changed since.'
const LOST_DELETED =
  'Its content at that time is not known: it is not kept, and the file has been deleted since.'

export interface ReviewSources {
  readonly kept: Pick<KeptFiles, 'read' | 'sizeOf'>
  readonly places: Places
  readonly compare: CompareFile
}

/** `text` is null if there is no file. `why`: the reason why it cannot be shown, a sentence. */
type Side =
  { readonly type: 'text'; readonly text: string | null; readonly note: string | null } | NoText

/** What to show if the tool's version is not known as text. `now`: null if there is no file. */
type Otherwise = (now: ReadForReview | null, kept: NoText) => Side

type NoText = { readonly type: 'none'; readonly why: string }

/** The changes that tools made to files, one diff per file. */
export async function reviewEdits(
  folder: string,
  changes: readonly FileChange[],
  { signal, ...sources }: ReviewSources & { readonly signal: AbortSignal },
): Promise<readonly ReviewedFile[]> {
  const files: ReviewedFile[] = []
  let left = MAX_LENGTH
  for (const change of changes.slice(0, MAX_REVIEWED_FILES)) {
    if (signal.aborted) break
    const file =
      left > 0 ? await reviewed(folder, change, sources, signal) : withNote(change, NOT_SHOWN)
    left -= file.hunks.length
    files.push(file)
    await pause()
  }
  return files
}

/** Never shows the file as it is now. */
export function reviewPast(
  folder: string,
  change: FileChange,
  sources: ReviewSources,
): Promise<ReviewedFile> {
  return reviewed(folder, change, sources, undefined, pastSide)
}

async function reviewed(
  folder: string,
  change: FileChange,
  sources: ReviewSources,
  signal?: AbortSignal,
  orElse: Otherwise = currentSide,
): Promise<ReviewedFile> {
  const before = await sideOfKept(change.before, sources)
  if (before.type === 'none') return withNote(change, before.why)
  const after = await sideAfter(folder, change, sources, orElse)
  if (after.type === 'none') return withNote(change, after.why)
  const versions = { name: change.shown, old: before.text, now: after.text }
  const diff = await sources.compare(versions, signal)
  if (diff === null) return withNote(change, TOO_LONG)
  const { added, lines, removed } = diff
  const hunks = lines.slice(2).join('\n')
  return { ...withNote(change, after.note), hunks, added, removed }
}

async function sideOfKept(form: FileForm | null, { kept }: ReviewSources): Promise<Side> {
  if (form === null) return { type: 'text', text: null, note: null }
  const size = stillKept(kept.sizeOf(form.blob))
  if (!size.ok) return { type: 'none', why: size.error }
  if (size.value > MAX_SHOWN_BYTES) return { type: 'none', why: tooLarge(size.value) }
  const bytes = stillKept(await kept.read(form.blob))
  if (!bytes.ok) return { type: 'none', why: bytes.error }
  const text = textOf(Buffer.from(bytes.value))
  return text === null ? { type: 'none', why: BINARY } : { type: 'text', text, note: null }
}

/** The tool's version is on disk, or was kept when somebody changed the file again. */
async function sideAfter(
  folder: string,
  change: FileChange,
  sources: ReviewSources,
  orElse: Otherwise,
): Promise<Side> {
  const { after, path, shown } = change
  if (after === null) return { type: 'text', text: null, note: null }
  const place = await sources.places.locate(folder, path)
  if (!place.ok) return { type: 'none', why: place.error }
  const stats = await ifThere(lstat(path))
  const isThere = !stats.ok || stats.value !== null
  const now = await readForReview({ real: path, shown }, MAX_SHOWN_BYTES)
  if (isThere && now.digest === after.blob)
    return now.type === 'text' ? { ...now, note: null } : now
  const kept = await sideOfKept(after, sources)
  return kept.type === 'text' ? kept : orElse(isThere ? now : null, kept)
}

function currentSide(now: ReadForReview | null): Side {
  if (now === null) return { type: 'text', text: null, note: DELETED_SINCE }
  return now.type === 'text' ? { ...now, note: SINCE } : now
}

/** A kept version that cannot be shown is still the right one; a file that was not read may hold it. */
function pastSide(now: ReadForReview | null, kept: NoText): Side {
  if (kept.why !== NOT_KEPT) return kept
  if (now === null) return { type: 'none', why: LOST_DELETED }
  return now.type === 'none' && now.digest === null ? now : { type: 'none', why: LOST }
}

function withNote({ after, before, shown }: FileChange, note: string | null): ReviewedFile {
  const what = before === null ? 'new' : after === null ? 'deleted' : 'changed'
  return { path: shown, from: null, what, hunks: '', added: 0, removed: 0, note }
}
