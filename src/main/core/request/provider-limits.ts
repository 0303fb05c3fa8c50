import type { Provider } from '../../../shared/conversation/turn.ts'

type Limits = Provider['limits']

/** No reply is asked to be longer, whatever its model can produce: its room is taken from the input. */
const LONGEST_REPLY = 128_000

/** What is known about how much a model reads and writes, in tokens. Null: unknown. */
export interface KnownLimits {
  /** What is usual for its name. */
  readonly usual: Limits
  /** What the person who set it up entered. */
  readonly given: { readonly [Each in keyof Limits]: number | null }
  /** What its server reported when it refused a request as too long. */
  readonly learntContext: number | null
}

/**
 * The person's figures override what is usual for the name. The server's figure overrides what is usual, and the
 * person's figure if it is lower.
 */
export function limitsFrom({ usual, given, learntContext }: KnownLimits): Limits {
  const most = given.contextTokens
  const contextTokens = Math.min(most ?? Infinity, learntContext ?? most ?? usual.contextTokens)
  const outputTokens = given.outputTokens ?? Math.min(usual.outputTokens, LONGEST_REPLY)
  return withinContext({ contextTokens, outputTokens })
}

/** Limits chosen earlier, lowered if the server has reported less since. */
export function narrowedBy(
  { contextTokens, outputTokens }: Limits,
  learntContext: number | null,
): Limits {
  const least = Math.min(contextTokens, learntContext ?? contextTokens)
  return withinContext({ contextTokens: least, outputTokens })
}

/** A reply may be at most half as long as the context. */
function withinContext({ contextTokens, outputTokens }: Limits): Limits {
  const most = Math.max(1, Math.floor(contextTokens / 2))
  return { contextTokens, outputTokens: Math.min(outputTokens, most) }
}
