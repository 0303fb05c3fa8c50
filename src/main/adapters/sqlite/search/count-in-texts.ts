import { findIn, marksIn, type Wanted } from '../../../../shared/search/found-words.ts'
import type { SearchableText } from './searchable-texts.ts'

/** The part of a text read at once, in UTF-16 units: a few ms. */
const SLICE = 64 * 1024

interface Counts {
  /** The number of matches in each text. */
  readonly counts: readonly number[]
  /** True if each of the words is in one of the texts: so the index judges it. */
  readonly hasAll: boolean
  /** False if it was over before the end of the last text. */
  readonly isWhole: boolean
}

/** Counts the matches in the texts of one message, however long they are, until it is over. */
export function countsIn(
  texts: readonly SearchableText[],
  wanted: Wanted,
  isOver: () => boolean,
): Counts {
  const missing = new Set(wanted.type === 'words' ? wanted.phrases : [])
  const counts = texts.map(() => 0)
  const all = (isWhole: boolean): Counts => ({ counts, hasAll: missing.size === 0, isWhole })
  for (const [index, { text }] of texts.entries()) {
    let read = 0
    for (const slice of slicesOf(text)) {
      read += slice.length
      const count = findIn(slice, wanted).length
      counts[index] = (counts[index] ?? 0) + count
      if (count > 0)
        for (const each of missing) if (marksIn(slice, [each]).length > 0) missing.delete(each)
      if (isOver()) return all(index === texts.length - 1 && read === text.length)
    }
  }
  return all(true)
}

/** Cut between two lines, or else at a blank: so no word is cut, and hardly ever a phrase. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const slice = text.slice(from, from + SLICE)
    const isLast = from + SLICE >= text.length
    const end = slice.lastIndexOf('\n') + 1 || slice.lastIndexOf(' ') + 1
    const length = isLast || end === 0 ? slice.length : end
    yield slice.slice(0, length)
    from += length
  }
}
