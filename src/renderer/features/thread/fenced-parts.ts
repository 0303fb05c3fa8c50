/** A part of a text as written: `isCode` from a line of three backticks, or tildes, to the next one. */
export interface TextPart {
  readonly text: string
  readonly isCode: boolean
}

/** An unclosed fence extends to the end. */
const FENCED =
  /^(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n(?:[\s\S]*?\n)??\1[^\S\n]*(?:\n|$)|^(?:`{3,}|~{3,}(?!~))[^\n`]*\n[\s\S]*$/gm

/** Joined, the parts are the text. */
export function fencedParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const add = (end: number, isCode: boolean): void => {
    if (end > at) parts.push({ text: text.slice(at, end), isCode })
    at = end
  }
  for (const match of text.matchAll(FENCED)) {
    add(match.index, false)
    add(match.index + match[0].length, true)
  }
  add(text.length, false)
  return parts
}

/** A text without the empty lines next to a block of code, which has space around it. */
export function betweenBlocks(text: string, isAfter: boolean, isBefore: boolean): string {
  const begun = isAfter ? text.replace(/^(?:[^\S\n]*\n)+/, '') : text
  return isBefore ? begun.trimEnd() : begun
}
