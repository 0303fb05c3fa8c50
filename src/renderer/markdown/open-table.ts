import type { MarkedToken, Tokens } from 'marked'
import type { Token } from './lex.ts'

/** A longer head is not repeated: the work would no longer be linear. */
const LONGEST_HEAD = 1024

const TAB = /^ *\t/m

/** A token that continues one of the section before: `opener` was lexed before it, and is not part of its `raw`. */
interface Continued {
  readonly opener?: string
}

/** The Markdown of a table, with its head even if that is in an earlier section. */
export function sourceOfTable(table: Tokens.Table & Continued): string {
  return ((table.opener ?? '') + table.raw).trim()
}

/**
 * The header of a table and the line below it, if these tokens end within a table, so that its other rows can be
 * lexed behind them; else ''. The lines keep the marks of a quotation around the table.
 */
export function headOfTable(tokens: readonly Token[], opener: string): string {
  const table = tableAt(tokens.at(-1), -1)
  const raw = tokens.map((token) => token.raw).join('')
  if (table === null || /\n[ \t>]*\n$/.test(raw)) return ''
  const lines = (opener + raw).trimEnd().split('\n')
  const from = lines.length - table.rows.length - 2
  const [header = '', rule = ''] = from < 0 ? [] : lines.slice(from)
  const head = `${header.replace(/^ {4,}/, ({ length }) => itemsOfWidth(length))}\n${rule}\n`
  return from < 0 || head.length > LONGEST_HEAD || TAB.test(head) ? '' : head
}

/** The marks of nested list items in place of an indent that would make code of a table. */
function itemsOfWidth(width: number): string {
  const first = width % 2 === 0 ? '- ' : '-  '
  return first + '- '.repeat(Math.floor(width / 2) - 1)
}

/** True if a token, lexed behind the head of a table, has rows of it. */
export function continuesTable(token: Token): boolean {
  return (tableAt(token, 0)?.rows.length ?? 0) > 0
}

/** The table with which a token begins (0) or ends (-1), also within lists and quotations. */
function tableAt(token: Token | undefined, end: 0 | -1): Tokens.Table | null {
  const block = token as MarkedToken | undefined
  if (block?.type === 'table') return block
  if (block?.type === 'list') return tableAt(block.items.at(end), end)
  const isAround = block?.type === 'blockquote' || block?.type === 'list_item'
  return isAround ? tableAt(block.tokens.at(end), end) : null
}

/**
 * Where to cut a token that is too heavy: at the end of a line, about in its middle, of a list between two items, and of
 * a table behind at least one row. 0 if it cannot be cut.
 */
export function cutWithin(token: Token & Continued): number {
  const { opener = '', raw } = token
  const ends = endsOfItems(token)
  const [firstItem] = ends
  if (firstItem !== undefined) return ends.findLast((end) => end <= raw.length / 2) ?? firstItem
  const half = raw.lastIndexOf('\n', raw.length / 2) + 1
  const cut = Math.max(half, lineEnd(raw, token.type === 'table' && opener === '' ? 3 : 1))
  return cut < raw.length ? cut : 0
}

/** The ends of the items of a list within it: all except the last. */
export function endsOfItems(token: (Token & Continued) | undefined): readonly number[] {
  const block = token as (MarkedToken & Continued) | undefined
  if (block?.type !== 'list') return []
  let end = -(block.opener ?? '').length
  return block.items
    .map((item) => (end += item.raw.length))
    .slice(0, -1)
    .filter((each) => each > 0)
}

function lineEnd(text: string, count: number): number {
  let end = 0
  for (let line = 0; line < count; line += 1) end = text.indexOf('\n', end) + 1 || text.length
  return end
}
