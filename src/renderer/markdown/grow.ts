import { type Token, lex, withPlainBreaks } from './lex.ts'

/** A piece of a text: its tokens never change once it stands in `frozen`. */
interface Section {
  readonly key: number
  readonly tokens: readonly Token[]
}

/** A text that grows at its end, lexed so that each piece is looked at once. */
export interface Grown {
  readonly text: string
  readonly frozen: readonly Section[]
  readonly frozenLength: number
  readonly tail: readonly Token[]
  /** What has come since the tail was lexed: not empty only where one block is very long. */
  readonly rest: string
}

export const NOTHING_GROWN: Grown = { text: '', frozen: [], frozenLength: 0, tail: [], rest: '' }

/** A tail longer than this is lexed again only when it has grown by a quarter: the work stays linear. */
const LONG_TAIL = 16 * 1024

/** Lexes what is new. A text that does not go on from the former one is lexed from its start. */
export function grow(before: Grown, whole: string, isComplete: boolean): Grown {
  const text = withPlainBreaks(whole)
  if (text === before.text && (!isComplete || before.rest === '')) return before
  const base = text.startsWith(before.text) ? before : NOTHING_GROWN
  const tailText = text.slice(base.frozenLength)
  const lexedLength = base.text.length - base.frozenLength - base.rest.length
  const isLongTail = tailText.length > LONG_TAIL && tailText.length < lexedLength * 1.25
  if (isLongTail && !isComplete) return { ...base, text, rest: tailText.slice(lexedLength) }
  return settle(base, text, lex(tailText))
}

function settle(base: Grown, text: string, tokens: readonly Token[]): Grown {
  const count = settledCount(tokens)
  if (count === 0) return { ...base, text, tail: tokens, rest: '' }
  const settled = tokens.slice(0, count)
  const length = settled.reduce((sum, token) => sum + token.raw.length, 0)
  return {
    text,
    frozen: [...base.frozen, { key: base.frozenLength, tokens: settled }],
    frozenLength: base.frozenLength + length,
    tail: tokens.slice(count),
    rest: '',
  }
}

/**
 * How many tokens nothing that follows can change: those up to the last blank line after which a whole line stands.
 * A line that is still growing may yet turn out to belong to the list before the blank line.
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
