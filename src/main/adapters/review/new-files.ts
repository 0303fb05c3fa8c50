import { setImmediate as pause } from 'node:timers/promises'
import { MAX_REVIEWED_FILES, type ReviewedFile } from '../../../shared/conversation/review.ts'
import type { Places } from '../files/places.ts'
import { MAX_SHOWN_BYTES, readForReview } from './read-for-review.ts'

/** The limit for all new files together. */
const MAX_BYTES = 4 * 1024 * 1024
const SECRET = 'It may hold secrets, so it is not shown here.'
const OUTSIDE = 'A link that leads out of the folder.'
const NOT_SHOWN = 'Too large to show with the others. Open it separately.'

/** Shows files that git does not know yet as if all of their lines were added. */
export async function newFiles(
  folder: string,
  names: readonly string[],
  { places, signal }: { readonly places: Places; readonly signal: AbortSignal },
): Promise<{ readonly files: readonly ReviewedFile[]; readonly isCut: boolean }> {
  const files: ReviewedFile[] = []
  let left = MAX_BYTES
  for (const name of names.slice(0, MAX_REVIEWED_FILES)) {
    if (signal.aborted) break
    const file = left > 0 ? await newFile(folder, name, places) : asNew(name, '', 0, NOT_SHOWN)
    left -= file.hunks.length
    files.push(file)
    await pause()
  }
  return { files, isCut: names.length > MAX_REVIEWED_FILES }
}

async function newFile(folder: string, name: string, places: Places): Promise<ReviewedFile> {
  // A nested repository: git names only the folder.
  if (name.endsWith('/')) return asNew(name, '', 0, 'A folder with a repository of its own.')
  const place = await places.locate(folder, name)
  if (!place.ok) return asNew(name, '', 0, place.error)
  if (place.value.reach !== 'inside')
    return asNew(name, '', 0, place.value.reach === 'secret' ? SECRET : OUTSIDE)
  const read = await readForReview(place.value, MAX_SHOWN_BYTES)
  if (read.type !== 'text') return asNew(name, '', 0, read.why)
  if (read.text === '') return asNew(name, '', 0, 'An empty file.')
  const { count, marked } = await markedLines(read.text)
  const end = read.text.endsWith('\n') ? [] : ['\\ No newline at end of file']
  const hunks = [`@@ -0,0 +1,${count} @@`, ...marked, ...end].join('\n')
  return asNew(name, hunks, count, null)
}

/** Code units marked before others get a turn. */
const AT_ONCE = 64 * 1024

/** Marks all lines as added. Returns them in joined pieces. */
export async function markedLines(
  text: string,
): Promise<{ readonly count: number; readonly marked: readonly string[] }> {
  const marked: string[] = []
  let count = 0
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', Math.min(at + AT_ONCE, text.length))
    const next = end < 0 ? text.length : end + 1
    const lines = text.slice(at, next).replace(/\n$/, '').split('\n')
    marked.push(
      lines.map((line) => `+${line.endsWith('\r') ? line.slice(0, -1) : line}`).join('\n'),
    )
    count += lines.length
    at = next
    await pause()
  }
  return { count, marked }
}

function asNew(path: string, hunks: string, added: number, note: string | null): ReviewedFile {
  return { path, from: null, what: 'new', hunks, added, removed: 0, note }
}
