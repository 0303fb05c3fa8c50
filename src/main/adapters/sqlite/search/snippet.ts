import type { Mark } from '../../../../shared/search/found-words.ts'

export interface Snippet {
  readonly text: string
  readonly marks: readonly Mark[]
}

/** The length before the first match, and the total length, in UTF-16 units. */
const BEFORE = 40
const LENGTH = 240
const MORE = '…'

/** The part of a text with most of the matches, from the beginning of a word to the end of a word. */
export function snippetOf(searched: string, marks: readonly Mark[]): Snippet {
  const first = bestStart(searched, marks)
  const from = wordStart(searched, Math.max(0, first - BEFORE))
  const to = wordEnd(searched, Math.min(searched.length, from + LENGTH))
  const [before, after] = [from > 0 ? MORE : '', to < searched.length ? MORE : '']
  const shift = before.length - from
  return {
    text: before + searched.slice(from, to) + after,
    marks: marks
      .filter((mark) => mark[0] >= from && mark[1] <= to)
      .map((mark) => [mark[0] + shift, mark[1] + shift]),
  }
}

/** The match that is closely followed by the most different words, and then by the most words. */
function bestStart(text: string, marks: readonly Mark[]): number {
  const words = marks.map(([from, to]) => text.slice(from, to).toLowerCase())
  let best = { start: marks[0]?.[0] ?? 0, worth: 0 }
  let end = 0
  marks.forEach(([start], index) => {
    while ((marks[end]?.[1] ?? Infinity) <= start + LENGTH - BEFORE) end += 1
    const near = words.slice(index, Math.min(end, index + MOST_NEAR))
    const worth = new Set(near).size * MOST_NEAR + near.length
    if (worth > best.worth) best = { start, worth }
  })
  return best.start
}

/** Further matches close to it are not counted. */
const MOST_NEAR = 50
const NEAR = 20

function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const blank = text.slice(at, at + NEAR).search(/\s/u)
  return blank === -1 ? outsidePair(text, at) : at + blank + 1
}

function wordEnd(text: string, at: number): number {
  if (at === text.length) return at
  const last = text.slice(at - NEAR, at).search(/\s\S*$/u)
  return last === -1 ? outsidePair(text, at) : at - NEAR + last
}

/** Avoids the position between the halves of a surrogate pair. */
function outsidePair(text: string, at: number): number {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) ? at - 1 : at
}
