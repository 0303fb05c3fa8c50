/** Texts of many words with uneven frequencies, like those of people and programs. The same seed gives the same text. */
export interface VariedTexts {
  /** Prose with this many words. */
  readonly prose: (seed: number, words: number) => string
  /** This many lines of command output. */
  readonly lines: (seed: number, count: number) => string
  /** The word of this rank: 0 is the most frequent. */
  readonly word: (rank: number) => string
}

const WORDS = 50_000
const SYLLABLES = Array.from('bcdfghklmnprstvz').flatMap((first) =>
  Array.from('aeiou', (second) => first + second),
)

export function variedTexts(): VariedTexts {
  const words = Array.from({ length: WORDS }, (_, rank) => wordOf(rank))
  const pick = (seed: number): string => words[rankOf(seed)] ?? ''
  const line = (seed: number): string => {
    const [one, two, three] = [pick(seed), pick(seed + 1), pick(seed + 2)]
    const name = seed % 4 === 0 ? `${two}${three.charAt(0).toUpperCase()}${three.slice(1)}` : three
    return `src/${one}/${two}.ts:${seed % 900}: const ${name} = ${one}_${three}(${seed % 7919})`
  }
  return {
    prose: (seed, count) =>
      Array.from({ length: count }, (_, index) => pick(seed * 4096 + index)).join(' '),
    lines: (seed, count) =>
      Array.from({ length: count }, (_, index) => line(seed * 4096 + index * 3)).join('\n'),
    word: (rank) => words[rank] ?? '',
  }
}

/** A unique word for each rank; frequent ones are short. */
function wordOf(rank: number): string {
  let word = ''
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    word += SYLLABLES[left % SYLLABLES.length] ?? ''
  }
  return word
}

/** A rank distributed by Zipf's law: its logarithm is uniform. */
function rankOf(seed: number): number {
  return Math.floor(WORDS ** fractionOf(seed)) - 1
}

/** A pseudorandom number from 0 to 1. */
function fractionOf(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}
