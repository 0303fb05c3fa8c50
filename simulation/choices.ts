/** Recorded choices. `isWhole`: every choice past the end is 0, the tamest one; otherwise the seed provides the rest. */
export interface Tape {
  readonly values: readonly number[]
  readonly isWhole: boolean
}

export const NO_TAPE: Tape = { values: [], isWhole: false }

const DELAYS = [0, 1, 2, 5, 16, 50, 200, 490, 1_000, 5_000, 30_000] as const

/** The source of every choice of a run: the tape first, then a generator seeded with the seed. */
export class Choices {
  /** All choices so far: the tape that repeats this run. */
  readonly taken: number[] = []
  readonly seed: number
  readonly #tape: Tape
  #state: number

  constructor(seed: number, tape: Tape) {
    this.seed = seed
    this.#tape = tape
    this.#state = (seed * 0x9e3779b1) | 0
  }

  /** Returns an integer from 0 to bound - 1. */
  int(bound: number): number {
    const fixed = this.#tape.values[this.taken.length]
    if (fixed !== undefined) return this.#take(Math.min(fixed, bound - 1))
    return this.#take(this.#tape.isWhole ? 0 : Math.floor(this.#random() * bound))
  }

  /** Returns true at this rate; 0 on the tape means false. A rate of 0 consumes no entry of the tape. */
  chance(rate: number): boolean {
    if (rate <= 0) return false
    const fixed = this.#tape.values[this.taken.length]
    if (fixed !== undefined) return this.#take(Math.min(fixed, 1)) === 1
    return this.#take(!this.#tape.isWhole && this.#random() < rate ? 1 : 0) === 1
  }

  pick<Value>(first: Value, ...others: readonly Value[]): Value {
    return others[this.int(others.length + 1) - 1] ?? first
  }

  /** Returns ms: mostly short, sometimes longer than a deadline. */
  delay(longest: number = DELAYS.length): number {
    return DELAYS[this.int(Math.min(longest, DELAYS.length))] ?? 0
  }

  #take(value: number): number {
    this.taken.push(value)
    return value
  }

  /** mulberry32 */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Encodes a tape as one word: numbers in base 36, `_n` for n zeros in a row, a trailing `!` if `isWhole`. */
export function printTape({ values, isWhole }: Tape): string {
  const words: string[] = []
  for (let at = 0; at < values.length; at++) {
    const next = values.findIndex((value, index) => index >= at && value !== 0)
    const zeros = (next === -1 ? values.length : next) - at
    words.push(zeros < 3 ? (values[at] ?? 0).toString(36) : `_${zeros.toString(36)}`)
    if (zeros >= 3) at += zeros - 1
  }
  return words.join('.') + (isWhole ? '!' : '')
}

export function readTape(text: string): Tape {
  const isWhole = text.endsWith('!')
  const words = (isWhole ? text.slice(0, -1) : text).split('.').filter((word) => word !== '')
  const values = words.flatMap((word) =>
    word.startsWith('_')
      ? Array.from({ length: Number.parseInt(word.slice(1), 36) }, () => 0)
      : [Number.parseInt(word, 36)],
  )
  return { values, isWhole }
}
