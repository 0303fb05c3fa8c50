import { type Token, lex, plain } from './lex.ts'
import { continuesTable, cutWithin, endsOfItems, headOfTable } from './open-table.ts'
import { weightOf, workOf } from './weight.ts'

/** Characters to lex at once: the worst texts take about 30 ms. */
const PIECE = 2 * 1024
/** A block is lexed as a whole up to this length, unless it would take too much work. */
const LONGEST_PIECE = 64 * 1024
const MOST_WORK = 16_000_000
/** Tokens are put on the page together up to this weight. A single block may have five times as much. */
const LIGHT = 200
const HEAVY = 5 * LIGHT
/** Lexing work that weighs as much as one element. */
const WORK_OF_ONE = 10_000

/** The next part of a text. `opener`: the fence or head of a table that continues after it; '' if none. */
export interface NextSection {
  readonly tokens: readonly Token[]
  readonly length: number
  readonly weight: number
  readonly opener: string
  /** True if nothing that follows can change it. */
  readonly isSettled: boolean
}

/** The start of a section: the text, the index, and the fence or head of a table that is open there. */
export interface Place {
  readonly text: string
  readonly at: number
  readonly opener: string
}

type Lexer = (text: string) => readonly Token[]

/**
 * Lexes one section: everything settled, up to a light weight. A block that is too long, too heavy or too hard to lex
 * is cut at the end of a line; such a line becomes plain text. Only tests pass another `lexer`.
 */
export function nextSection(place: Place, lexer: Lexer = lex): NextSection {
  const { text, at, opener } = place
  for (let length = PIECE; ; length *= 2) {
    const piece = text.slice(at, at + length)
    const isAll = at + length >= text.length
    const tokens = behindOpener(opener, piece, lexer)
    const count = settledCount(tokens)
    if (count > 0) return settled(lightest(tokens.slice(0, count), opener, lexer), opener)
    if (isAll) {
      const light = lightest(tokens, opener, lexer)
      // Blank text behind may become the beginning of a line that belongs to them.
      const isAtEnd = tokens.slice(light.length).every(({ type }) => type === 'space')
      if (isAtEnd && weightOf(tokens) <= HEAVY)
        return { ...settled(tokens, opener), isSettled: false }
      return settled(light, opener)
    }
    if (length >= LONGEST_PIECE || !mayBeLonger(tokens, text.slice(at, at + 2 * length)))
      return forced(place, length, lexer)
  }
}

/** Code is lexed once, however long it is. */
function mayBeLonger(tokens: readonly Token[], longer: string): boolean {
  const isCode = tokens.length === 1 && tokens[0]?.type === 'code'
  return isCode || (weightOf(tokens) <= HEAVY && workOf(longer) <= MOST_WORK)
}

function forced({ text, at, opener }: Place, length: number, lexer: Lexer): NextSection {
  const whole = text.slice(at, at + endWithin(text.slice(at, at + length)))
  const all = behindOpener(opener, whole, lexer)
  // Otherwise the rest of the last item would be read as if it stood outside the list.
  const itemEnd = endsOfItems(all.at(-1)).at(-1)
  const last = itemEnd === undefined ? 0 : (all.at(-1)?.raw.length ?? 0) - itemEnd
  const piece = whole.slice(0, whole.length - last)
  const tokens = lightest(last === 0 ? all : behindOpener(opener, piece, lexer), opener, lexer)
  const [only] = tokens
  const fence = /^ {0,3}(?:`{3,}(?!`)|~{3,}(?!~))[^\n]*\n/.exec(opener + piece)?.[0] ?? ''
  const isOpen = tokens.length === 1 && only?.type === 'code' && only.raw.length === piece.length
  return settled(tokens, opener, isOpen ? fence : '')
}

function settled(tokens: readonly Token[], before: string, opener = ''): NextSection {
  const raw = tokens.map((token) => token.raw).join('')
  const weight = Math.max(weightOf(tokens), workOf(raw) / WORK_OF_ONE)
  // An open fence continues until a token other than its code arrives.
  const isInside = raw === '' && before !== ''
  const next = isInside ? before : opener || headOfTable(tokens, before)
  return { tokens, length: raw.length, weight, opener: next, isSettled: true }
}

/** The first tokens that are light together; of a single heavy one, the light part. */
function lightest(tokens: readonly Token[], opener: string, lexer: Lexer): readonly Token[] {
  let weight = 0
  const end = tokens.findIndex((token) => (weight += weightOf([token])) > LIGHT)
  if (end !== 0) return end === -1 ? tokens : tokens.slice(0, end)
  const [first] = tokens
  if (first === undefined || first.type === 'code' || weight <= HEAVY) return tokens.slice(0, 1)
  const cut = cutWithin(first)
  if (cut > 0) {
    const part = behindOpener(opener, first.raw.slice(0, cut), lexer)
    return lightest(part, opener, lexer)
  }
  const line = first.raw.indexOf('\n') + 1
  return [plain(line === 0 ? first.raw : first.raw.slice(0, line))]
}

/** The best place to end a piece: after its last line, or else after its last word. */
function endWithin(piece: string): number {
  const line = piece.lastIndexOf('\n') + 1
  if (line > 0) return line
  return piece.lastIndexOf(' ') + 1 || piece.length
}

/** Lexes the continuation of code or of a table as if its opener preceded it. */
function behindOpener(opener: string, piece: string, lexer: Lexer): readonly Token[] {
  if (opener === '') return lexer(piece)
  const [first, ...others] = lexer(opener + piece)
  if (first === undefined) return []
  if (first.type !== 'code' && !continuesTable(first)) return lexer(piece)
  return [{ ...first, raw: first.raw.slice(opener.length), opener }, ...others]
}

/**
 * The number of tokens that nothing following can change: those up to the last blank line that is followed by a
 * complete line. A line that is still growing may turn out to belong to the list before the blank line.
 */
function settledCount(tokens: readonly Token[]): number {
  let isWholeLineBehind = false
  for (let index = tokens.length - 1; index > 0; index -= 1) {
    const token = tokens[index]
    if (token === undefined) continue
    if (token.type === 'space' && isWholeLineBehind) return index + 1
    const isFollowed = index < tokens.length - 1
    if (token.type !== 'space') isWholeLineBehind = isFollowed || token.raw.includes('\n')
  }
  return 0
}
