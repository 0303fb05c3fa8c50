import { assertNever } from '../assert-never.ts'

/** A word of a text as searches compare it, and its place, in UTF-16 units. */
export interface FoundWord {
  readonly word: string
  readonly from: number
  readonly to: number
  /** Its parts: `parse` and `Frame` of `parseFrame`. Empty if it is not composed. */
  readonly parts: readonly FoundWord[]
}

/** Consecutive words. `isPrefix`: the last one may continue. */
export interface Phrase {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** What is looked for within one conversation: words or, if none were typed, symbols such as `->` and emoji. */
export type Wanted =
  | { readonly type: 'words'; readonly phrases: readonly Phrase[] }
  | { readonly type: 'symbols'; readonly symbols: string }

/** A range of a text, in UTF-16 units. */
export type Mark = readonly [from: number, to: number]

/** Longer words, such as a line of base64, are cut to this length. */
const LONGEST_WORD = 64
/** Shorter input matches only whole words: too many words begin with it. */
const SHORTEST_PREFIX = 3
/** Further phrases are ignored. */
const MOST_PHRASES = 16

/** Matches a word, or one letter of a script without spaces between words, where each letter counts as a word. */
const WORD =
  /(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}])+|(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}]/gu
/** The same for plain ASCII, many times as fast. */
const ASCII = /[A-Za-z0-9]+/g
const ONE_LETTER =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u
const ASCII_ONLY = /^[\0-\x7F]*$/
/** Matches accents and the points of Hebrew and Arabic, but not the voiced marks of Japanese, which make another letter. */
const ACCENTS = /(?!\u3099|\u309A)(?=\p{Mn})[\p{sc=Inherited}\p{sc=Hebrew}]/gu
/** Includes the typographic quotation marks that some keyboards produce. */
const QUOTE = /["“”„«»]/u
const EVERY_QUOTE = new RegExp(QUOTE, 'gu')
/** Makes a character an emoji or plain; whether it is typed depends on the keyboard. */
const PRESENTATION = /[\uFE0E\uFE0F]/gu
/** Has a meaning in a regular expression. */
const OPERATOR = /[\\^$.*+?()[\]{}|/]/u
const HAS_HUMP = /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** Returns the words of a text in order. */
export function wordsIn(text: string): readonly FoundWord[] {
  const words: FoundWord[] = []
  for (const { 0: written, index: from } of text.matchAll(ASCII_ONLY.test(text) ? ASCII : WORD)) {
    const word = folded(written)
    if (word === '') continue
    words.push({ word, from, to: from + written.length, parts: partsOf(written, from) })
  }
  return words
}

function partsOf(written: string, start: number): readonly FoundWord[] {
  if (!HAS_HUMP.test(written)) return []
  const pieces = written.split(HUMP)
  let from = start
  return pieces.map((piece) => {
    const part = { word: folded(piece), from, to: from + piece.length, parts: [] }
    from = part.to
    return part
  })
}

/** Normalises case, accents and widths. */
function folded(written: string): string {
  const cut = written.length > LONGEST_WORD ? written.slice(0, LONGEST_WORD) : written
  if (ASCII_ONLY.test(cut)) return cut.toLowerCase()
  return cut.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase()
}

/**
 * Parses a search: beginnings of words, all of which must occur; between quotation marks, consecutive whole words.
 * There is no other syntax. Empty if it contains no letter or digit.
 */
export function phrasesOf(typed: string): readonly Phrase[] {
  const pieces = typed.split(QUOTE)
  // The last quotation mark of an odd number quotes nothing.
  const isQuoted = (index: number): boolean => index % 2 === 1 && index < pieces.length - 1
  const phrases = pieces.flatMap((piece, index) =>
    isQuoted(index)
      ? [{ words: wordsIn(piece).map(({ word }) => word), isPrefix: false }]
      : piece.split(/\s+/u).map(unquoted),
  )
  return phrases.filter(({ words }) => words.length > 0).slice(0, MOST_PHRASES)
}

/** `parse_frame` and `src/main.ts` are several consecutive words. */
function unquoted(piece: string): Phrase {
  const words = wordsIn(piece).map(({ word }) => word)
  const last = words.at(-1) ?? ''
  return { words, isPrefix: last.length >= SHORTEST_PREFIX && !ONE_LETTER.test(last) }
}

/** What a person who types several words in a row means first: just these words, in this order. Null: see `wantedIn`. */
export function phraseIn(typed: string): Wanted | null {
  const isOneAnyway = QUOTE.test(typed) || phrasesOf(typed).length < 2
  return isOneAnyway ? null : { type: 'words', phrases: [unquoted(typed)] }
}

/** Each word that was typed, wherever it occurs. Null: nothing was typed, at most quotation marks. */
export function wantedIn(typed: string): Wanted | null {
  const phrases = phrasesOf(typed)
  if (phrases.length > 0) return { type: 'words', phrases }
  const symbols = typed.replaceAll(EVERY_QUOTE, '').replaceAll(PRESENTATION, '').trim()
  return symbols === '' ? null : { type: 'symbols', symbols }
}

/** Returns the matches in a text, in order. */
export function findIn(text: string, wanted: Wanted): readonly Mark[] {
  switch (wanted.type) {
    case 'words':
      return marksIn(text, wanted.phrases)
    case 'symbols': {
      const each = Array.from(wanted.symbols, (symbol) => symbol.replace(OPERATOR, '\\$&'))
      const pattern = new RegExp(each.map((symbol) => `${symbol}[\uFE0E\uFE0F]?`).join(''), 'gu')
      return Array.from(text.matchAll(pattern), ({ 0: found, index }) => [
        index,
        index + found.length,
      ])
    }
    default:
      return assertNever(wanted)
  }
}

/** Returns the matches in a text, in order. */
export function marksIn(text: string, phrases: readonly Phrase[]): readonly Mark[] {
  return lookFor(text, phrases).marks
}

/** Returns the matches, and how many of the phrases occur. */
export function lookFor(
  text: string,
  phrases: readonly Phrase[],
): { readonly marks: readonly Mark[]; readonly found: number } {
  if (ASCII_ONLY.test(text) && !mayOccur(text.toLowerCase(), phrases))
    return { marks: [], found: 0 }
  const words = wordsIn(text)
  const all = phrases.map((phrase) => [
    ...marksOf(words, phrase),
    ...words.flatMap((word) => marksInParts(word, phrase)),
  ])
  const found = all.filter((marks) => marks.length > 0).length
  return { marks: withoutOverlaps(all.flat()), found }
}

/** Splitting a text into words takes a hundred times as long. */
function mayOccur(lowerText: string, phrases: readonly Phrase[]): boolean {
  return phrases.some(({ words }) => words.every((word) => lowerText.includes(word)))
}

/** Returns the matches in the parts of a word that does not match as a whole. */
function marksInParts(word: FoundWord, phrase: Phrase): readonly Mark[] {
  return word.parts.length === 0 ? [] : marksOf(word.parts, phrase)
}

function marksOf(words: readonly FoundWord[], phrase: Phrase): readonly Mark[] {
  const { length } = phrase.words
  const marks: Mark[] = []
  for (let at = 0; at + length <= words.length; at += 1) {
    const [first, last] = [words[at], words[at + length - 1]]
    if (first === undefined || last === undefined || !standsAt(words, at, phrase)) continue
    marks.push([first.from, last.to])
  }
  return marks
}

function standsAt(words: readonly FoundWord[], at: number, phrase: Phrase): boolean {
  return phrase.words.every((wanted, index) => {
    const word = words[at + index]?.word ?? ''
    const mayGoOn = phrase.isPrefix && index === phrase.words.length - 1
    return mayGoOn ? word.startsWith(wanted) : word === wanted
  })
}

function withoutOverlaps(marks: readonly Mark[]): readonly Mark[] {
  const kept: Mark[] = []
  for (const mark of marks.toSorted((one, other) => one[0] - other[0] || other[1] - one[1])) {
    if (mark[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(mark)
  }
  return kept
}
