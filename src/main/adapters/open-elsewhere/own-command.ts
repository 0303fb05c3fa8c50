import type { Place } from './known-editors.ts'

/** Splits the user's editor command into arguments, without a shell. Null if a quote is never closed. */
export function wordsOfCommand(command: string): readonly string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (const sign of command) {
    if (quote !== '') {
      if (sign === quote) quote = ''
      else word = (word ?? '') + sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (/\s/u.test(sign)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + sign
  }
  if (quote !== '') return null
  return word === null ? words : [...words, word]
}

const MARKS = /\{(file|line)\}/g

/** Replaces `{file}` and `{line}` with the place, or line 1 if none is known; without `{file}` the file comes last. */
export function placedIn(words: readonly string[], { path, line }: Place): readonly string[] {
  const placed = words.map((word) =>
    word.replaceAll(MARKS, (_mark, name: string) => (name === 'file' ? path : String(line ?? 1))),
  )
  return namesFile(words) ? placed : [...placed, path]
}

export function namesFile(words: readonly string[]): boolean {
  return words.some((word) => word.includes('{file}'))
}
