/** A line that may begin a list item: indented lines below it are text, not code. */
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const INDENTED = /^(?: {4}|\t)/
/** `\ ` stands for a space in a path. */
const IMPORT = /(?:^|\s)@((?:\\ |[^\s\\@])+)/g
const MAX_PATH = 1_000

/**
 * The paths that a Markdown text imports (`@docs/style.md`), in order. As in Claude Code, code spans, code blocks and
 * comments contain no imports. Takes time in proportion to the text, whatever it contains.
 */
export function importPaths(text: string): readonly string[] {
  const prose = withoutCodeSpans(withoutCodeBlocks(text)).replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
  const paths = Array.from(prose.matchAll(IMPORT), ([, path = '']) =>
    path.replaceAll(String.raw`\ `, ' ').replace(/#.*$/s, ''),
  )
  return paths.filter((path) => path !== '' && path.length <= MAX_PATH)
}

function withoutCodeBlocks(text: string): string {
  const kept: string[] = []
  let fence: string | null = null
  let isAfterBlank = true
  let isInList = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, mark = null] = FENCE.exec(line) ?? []
    if (fence !== null) {
      if (mark !== null && mark.startsWith(fence) && line.trim() === mark) fence = null
      kept.push('')
      continue
    }
    const isBlank = line.trim() === ''
    const isIndented = INDENTED.test(line)
    if (!isBlank && !isIndented) isInList = LIST_ITEM.test(line) || (isInList && !isAfterBlank)
    if (mark !== null) fence = mark
    const isCode: boolean = mark !== null || (isIndented && isAfterBlank && !isInList)
    kept.push(isCode ? '' : line)
    // A code block continues in the next indented line.
    isAfterBlank = isBlank || (isCode && mark === null)
  }
  return kept.join('\n')
}

/** A span ends with as many backticks as it began with, in the same paragraph. */
function withoutCodeSpans(text: string): string {
  return text
    .split(/(\n[ \t]*\n)/)
    .map((part) => spansLeftOut(part))
    .join('')
}

function spansLeftOut(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)]
  /** The positions of runs by length, the last one first: passed ones are popped off the end. */
  const byLength = new Map<number, number[]>()
  for (const { 0: run, index } of runs.toReversed()) {
    const places = byLength.get(run.length) ?? []
    places.push(index)
    byLength.set(run.length, places)
  }
  const kept: string[] = []
  let from = 0
  for (const { 0: run, index } of runs) {
    if (index < from) continue
    const ends = byLength.get(run.length) ?? []
    while ((ends.at(-1) ?? Infinity) <= index) ends.pop()
    const end = ends.at(-1)
    if (end === undefined) continue
    kept.push(paragraph.slice(from, index), '\u0000')
    from = end + run.length
  }
  kept.push(paragraph.slice(from))
  return kept.join('')
}
