import { plainText } from './plain-text.ts'
import type { BlockNode, Inline } from './tree.ts'

type Table = Extract<BlockNode, { type: 'table' }>

/** A column narrower than this is hard to read, unless all its cells are shorter. */
const READABLE = 16

/** The least width of a column, in characters. */
export function leastWidth({ header, rows }: Table, column: number): number {
  let longest = 0
  for (const row of [header, ...rows]) {
    longest = Math.max(longest, oneLine(row[column]?.children ?? []).length)
    if (longest >= READABLE) return READABLE
  }
  return longest
}

/** One line per row, cells separated by tabs, for spreadsheets. */
export function tabSeparated({ header, rows }: Table): string {
  const lines = [header, ...rows].map((row) =>
    row.map(({ children }) => oneLine(children)).join('\t'),
  )
  return lines.join('\n')
}

/** A tab or a break in a cell would end it. */
function oneLine(children: readonly Inline[]): string {
  return plainText(children).replaceAll(/\s+/g, ' ').trim()
}
