import { assertNever } from '../../shared/assert-never.ts'
import type { MarkedToken, Tokens } from 'marked'
import { decodeEntities } from './entities.ts'
import type { Token } from './lex.ts'
import { sourceOfTable } from './open-table.ts'
import { type LinkedFile, linkedFile } from '../../client/words/linked-file.ts'
import { type SafeLink, safeLink, withoutInvisible } from '../../client/words/safe-link.ts'

/** The drawn tree: only text and structure. Nothing in it is ever read as HTML. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'strong'; readonly children: readonly Inline[] }
  | { readonly type: 'emphasis'; readonly children: readonly Inline[] }
  | { readonly type: 'deleted'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly link: SafeLink; readonly children: readonly Inline[] }
  | { readonly type: 'file'; readonly file: LinkedFile; readonly children: readonly Inline[] }
  /** An image is never fetched: its address becomes a link, with this text. */
  | { readonly type: 'image'; readonly link: SafeLink; readonly text: string }

interface ListItem {
  readonly isChecked: boolean | null
  readonly children: readonly BlockNode[]
}

type Align = 'start' | 'center' | 'end'
interface Cell {
  readonly align: Align
  readonly children: readonly Inline[]
}

export type BlockNode =
  | { readonly type: 'paragraph' | 'line'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly BlockNode[] }
  | {
      readonly type: 'list'
      readonly start: number | null
      readonly items: readonly ListItem[]
    }
  | {
      readonly type: 'table'
      readonly header: readonly Cell[]
      readonly rows: readonly (readonly Cell[])[]
      /** As Markdown. */
      readonly source: string
    }
  | { readonly type: 'rule' }

/** Deeper nesting is drawn as source: a thousand nested quotes must not crash the window. */
const MOST_LEVELS = 32

/** The only place where the parser's tokens become ours. */
export function blocksOf(tokens: readonly Token[], level = 0): readonly BlockNode[] {
  if (level >= MOST_LEVELS) return [{ type: 'line', children: [sourceOf(tokens)] }]
  return tokens.flatMap((token) => blockOf(token as MarkedToken, level))
}

function sourceOf(tokens: readonly Token[]): Inline {
  return { type: 'text', text: tokens.map((token) => token.raw).join('') }
}

function blockOf(token: MarkedToken, level: number): readonly BlockNode[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return []
    case 'hr':
      return [{ type: 'rule' }]
    case 'heading':
      return [{ type: 'heading', depth: token.depth, children: inlinesOf(token.tokens) }]
    case 'code':
      return [{ type: 'code', language: firstWord(token.lang ?? ''), text: token.text }]
    case 'blockquote':
      return [{ type: 'quote', children: blocksOf(token.tokens, level + 1) }]
    case 'list':
      return [listOf(token, level + 1)]
    case 'table':
      return [tableOf(token)]
    case 'paragraph':
      return [{ type: 'paragraph', children: inlinesOf(token.tokens) }]
    case 'text':
      return [{ type: 'line', children: inlinesOf(token.tokens ?? [token]) }]
    case 'html':
    case 'list_item':
    case 'escape':
    case 'codespan':
    case 'br':
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
    case 'image':
      return [{ type: 'paragraph', children: [{ type: 'text', text: token.raw }] }]
    default:
      return assertNever(token)
  }
}

function listOf(list: Tokens.List, level: number): BlockNode {
  const items = list.items.map((item) => ({
    isChecked: item.task ? item.checked === true : null,
    children: blocksOf(item.tokens, level),
  }))
  return { type: 'list', start: list.ordered ? startOf(list) : null, items }
}

/** A list may start at 0. */
function startOf({ start }: Tokens.List): number {
  return start === '' ? 1 : start
}

function tableOf(table: Tokens.Table): BlockNode {
  return {
    type: 'table',
    header: table.header.map(cellOf),
    rows: table.rows.map((row) => row.map(cellOf)),
    source: sourceOfTable(table),
  }
}

function cellOf(cell: Tokens.TableCell): Cell {
  return { align: alignOf(cell.align), children: inlinesOf(cell.tokens) }
}

function alignOf(align: 'center' | 'left' | 'right' | null): Align {
  if (align === 'center') return 'center'
  return align === 'right' ? 'end' : 'start'
}

interface Around {
  readonly level: number
  /** A link in a link is drawn as its text. */
  readonly isInLink: boolean
}

const NOTHING_AROUND: Around = { level: 0, isInLink: false }

function inlinesOf(tokens: readonly Token[], around = NOTHING_AROUND): readonly Inline[] {
  if (around.level >= MOST_LEVELS) return [sourceOf(tokens)]
  const inside = { ...around, level: around.level + 1 }
  return tokens.flatMap((token) => inlineOf(token as MarkedToken, inside))
}

function inlineOf(token: MarkedToken, around: Around): Inline | readonly Inline[] {
  switch (token.type) {
    case 'text':
      return { type: 'text', text: decodeEntities(token.text) }
    case 'escape':
      return { type: 'text', text: token.text }
    case 'codespan':
      return { type: 'code', text: token.text }
    case 'br':
      return { type: 'break' }
    case 'strong':
      return { type: 'strong', children: inlinesOf(token.tokens, around) }
    case 'em':
      return { type: 'emphasis', children: inlinesOf(token.tokens, around) }
    case 'del':
      return { type: 'deleted', children: inlinesOf(token.tokens, around) }
    case 'link': {
      const href = decodeEntities(token.href)
      const link = safeLink(href, token.text)
      const file = linkedFile(href, token.text)
      const children = inlinesOf(token.tokens, { ...around, isInLink: true })
      if (link !== null) return around.isInLink ? children : { type: 'link', link, children }
      if (file !== null) return around.isInLink ? children : { type: 'file', file, children }
      return { type: 'text', text: token.raw }
    }
    case 'image': {
      const link = safeLink(decodeEntities(token.href), token.text)
      if (link === null) return { type: 'text', text: token.raw }
      const text = `Image: ${withoutInvisible(token.text) || 'no description'}`
      return around.isInLink ? { type: 'text', text } : { type: 'image', link, text }
    }
    case 'html':
    case 'blockquote':
    case 'checkbox':
    case 'code':
    case 'def':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'space':
    case 'table':
      return { type: 'text', text: token.raw }
    default:
      return assertNever(token)
  }
}

function firstWord(text: string): string {
  return text.trim().split(/\s/, 1)[0] ?? ''
}
