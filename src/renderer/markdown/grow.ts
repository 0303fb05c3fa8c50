import { type Token, withPlainBreaks } from './lex.ts'
import { type NextSection, nextSection } from './next-section.ts'

/** A piece of a text: in `frozen`, its tokens never change. */
interface Section {
  readonly key: number
  readonly tokens: readonly Token[]
}

/** A text that grows at its end, lexed incrementally so each piece is read once, and only as far as it may be drawn. */
export interface Grown {
  readonly text: string
  readonly frozen: readonly Section[]
  readonly frozenLength: number
  /** Weight of everything frozen (weight.ts). */
  readonly weight: number
  /** The fence or head of a table that continues after the frozen part; '' if none. */
  readonly opener: string
  readonly tail: readonly Token[]
  /** Text that arrived since the tail was lexed: only non-empty if one block is very long. */
  readonly rest: string
  /** The number of characters at the end that are not read, because enough is drawn. */
  readonly left: number
}

export const NOTHING_GROWN: Grown = {
  text: '',
  frozen: [],
  frozenLength: 0,
  weight: 0,
  opener: '',
  tail: [],
  rest: '',
  left: 0,
}

/** A longer tail is lexed again only when it has grown by a quarter, so the work stays linear. */
const LONG_TAIL = 4 * 1024

export interface GrowOptions {
  readonly isComplete: boolean
  /** The weight at which reading stops. Default: no limit. */
  readonly allowance?: number
  readonly next?: typeof nextSection
}

/** Lexes the new part. A text that does not continue the previous one is lexed from its start. */
export function grow(before: Grown, whole: string, options: GrowOptions): Grown {
  const { isComplete, allowance = Infinity, next = nextSection } = options
  const text = withPlainBreaks(whole)
  if (text === before.text && before.left === 0 && (!isComplete || before.rest === ''))
    return before
  const base = text.startsWith(before.text) ? before : NOTHING_GROWN
  const tailLength = text.length - base.frozenLength
  const lexedLength = base.text.length - base.frozenLength - base.rest.length - base.left
  const isLongTail = tailLength > LONG_TAIL && tailLength < lexedLength * 1.25
  if (base.left === 0 && isLongTail && !isComplete)
    return { ...base, text, rest: text.slice(base.frozenLength + lexedLength) }
  let now: Grown = { ...base, text, tail: [], rest: '', left: 0 }
  while (now.frozenLength < text.length) {
    if (now.weight >= allowance) return { ...now, left: text.length - now.frozenLength }
    const section = next({ text, at: now.frozenLength, opener: now.opener })
    if (!section.isSettled) return { ...now, tail: section.tokens }
    now = freeze(now, section)
  }
  return now
}

function freeze(now: Grown, { tokens, length, weight, opener }: NextSection): Grown {
  return {
    ...now,
    frozen: [...now.frozen, { key: now.frozenLength, tokens }],
    frozenLength: now.frozenLength + length,
    weight: now.weight + weight,
    opener,
  }
}
