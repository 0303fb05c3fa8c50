/** A letter after one of these looks like the beginning of a word. */
const BEFORE_WORD = /[\s/\\._\-:()[\]]/
const CONSECUTIVE = 4
const WORD_START = 6
const WHOLE = 3

/**
 * Returns how well a text matches the input: higher is better, null if it does not match. The letters of each word must
 * occur in the text in order, ignoring case; adjacent letters and letters that begin a word count more.
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const lower = text.toLowerCase()
  let score = 0
  for (const word of typed.toLowerCase().split(/\s+/)) {
    if (word === '') continue
    const own = scoreOfWord(word, text, lower)
    if (own === null) return null
    score += own
  }
  return score
}

/** Aligns from the end, because the last part of a path is the most telling. */
function scoreOfWord(word: string, text: string, lower: string): number | null {
  const whole = lower.lastIndexOf(word)
  if (whole >= 0) {
    const start = isWordStart(text, whole) ? WORD_START : 0
    return word.length * (1 + CONSECUTIVE) + start + WHOLE
  }
  let score = 0
  let at = lower.length
  for (let index = word.length - 1; index >= 0; index -= 1) {
    const next = at === 0 ? -1 : lower.lastIndexOf(word.charAt(index), at - 1)
    if (next < 0) return null
    score += 1 + (next === at - 1 ? CONSECUTIVE : 0) + (isWordStart(text, next) ? WORD_START : 0)
    at = next
  }
  return score
}

function isWordStart(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  if (before === '' || BEFORE_WORD.test(before)) return true
  return isLower(before) && !isLower(text.charAt(at))
}

function isLower(letter: string): boolean {
  return letter === letter.toLowerCase() && letter !== letter.toUpperCase()
}

export interface Scored<Value> {
  readonly value: Value
  readonly score: number
}

/** Collects the best values, up to a maximum, best first; on a tie, the earlier value comes first. */
export class BestMatches<Value> {
  #best: Scored<Value>[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(value: Value, score: number): void {
    const last = this.#best.at(-1)
    if (this.#best.length >= this.#most && last !== undefined && score <= last.score) return
    const at = this.#best.findIndex((each) => each.score < score)
    this.#best.splice(at < 0 ? this.#best.length : at, 0, { value, score })
    if (this.#best.length > this.#most) this.#best.pop()
  }

  get values(): readonly Value[] {
    return this.#best.map(({ value }) => value)
  }
}
