import { assertNever } from '../../shared/assert-never.ts'
import type { MarkedToken, Tokens } from 'marked'
import type { Token } from './lex.ts'

/** Characters that begin, end or nest inline syntax: from each of them a lexer may scan to the end of its block. */
const MARKS = /[*_~[\]!@<&`\\:]/g
/** A lexer compares each of them with all that follow in their block. */
const EMPHASIS = /[*_~]+/g
/** The work of one such comparison, in characters. */
const COMPARISON = 50
const INDENTS = /^[ \t]+/gm
/** A list item and the lines that continue it: a lexer scans all that are left once per line. */
const LIST_ITEMS =
  /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t].*(?:\n(?! {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]|[ \t]*\n).+)*/gm

/** The work that a text can cost a lexer in the worst case, in characters. */
export function workOf(text: string): number {
  const marks = text.match(MARKS)?.length ?? 0
  const depth = text.match(INDENTS)?.join('').length ?? 0
  const emphasis = text.match(EMPHASIS)?.length ?? 0
  return text.length * (1 + marks + depth / 2) + COMPARISON * emphasis ** 2 + workOfItems(text)
}

function workOfItems(text: string): number {
  const items = text.match(LIST_ITEMS) ?? []
  return items.reduce((work, item) => work + item.length * (item.match(/\n/g)?.length ?? 0), 0)
}

/** The cost of putting tokens on the page: about one per element, and one per 100 characters. */
export function weightOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + weightOfToken(token as MarkedToken), 0)
}

function weightOfToken(token: MarkedToken): number {
  switch (token.type) {
    case 'code':
      return 12 + token.raw.length / 30
    case 'paragraph':
    case 'heading':
      return 2 + weightOf(token.tokens ?? [])
    case 'list':
      return token.items.reduce((sum, item) => sum + 2 + weightOf(item.tokens), 1)
    case 'table':
      return [token.header, ...token.rows].reduce((sum, row) => sum + weightOfRow(row), 1)
    case 'blockquote':
    case 'list_item':
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return 1 + weightOf(token.tokens)
    case 'text':
      return token.tokens === undefined ? weightOfText(token.raw) : 1 + weightOf(token.tokens)
    case 'escape':
    case 'codespan':
    case 'image':
    case 'html':
    case 'space':
    case 'br':
    case 'hr':
    case 'checkbox':
    case 'def':
      return weightOfText(token.raw)
    default:
      return assertNever(token)
  }
}

function weightOfText(raw: string): number {
  return 1 + raw.length / 100
}

function weightOfRow(row: readonly Tokens.TableCell[]): number {
  return row.reduce((sum, cell) => sum + 1 + weightOf(cell.tokens), 1)
}
