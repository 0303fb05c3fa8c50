import type { Provider } from '../../../shared/conversation/turn.ts'

type Limits = Provider['limits']

/** Maximum reply length to request, whatever the model can produce: a reply's room is taken from the input. */
const LONGEST_REPLY = 128_000

/** What is known about a model's limits, in tokens. Null if unknown. */
export interface KnownLimits {
  /** The usual limits for its name. */
  readonly usual: Limits
  /** The limits that a person entered. */
  readonly own: { readonly [Each in keyof Limits]: number | null }
  /** The context that its server reported when it refused a request as too long. */
  readonly learntContext: number | null
}

/**
 * Combines the limits. The person's figures override the usual ones. The server's figure overrides the usual one, and
 * the person's if it is lower.
 */
export function limitsFrom({ usual, own, learntContext }: KnownLimits): Limits {
  const most = own.contextTokens
  const contextTokens = Math.min(most ?? Infinity, learntContext ?? most ?? usual.contextTokens)
  const outputTokens = own.outputTokens ?? Math.min(usual.outputTokens, LONGEST_REPLY)
  return withinContext({ contextTokens, outputTokens })
}

/** Returns limits chosen earlier, lowered if the server has reported less since. */
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
