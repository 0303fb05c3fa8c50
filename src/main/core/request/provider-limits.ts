import type { Provider } from '../../../shared/conversation/turn.ts'

type Limits = Provider['limits']

/** No reply is asked to be longer, whatever its model could give: room for it is taken from what may be sent. */
const LONGEST_REPLY = 128_000

/** What is known of how much a model reads and writes, in tokens. Null: nobody has said. */
export interface KnownLimits {
  /** By its name. */
  readonly usual: Limits
  /** By the person who set it up. */
  readonly given: { readonly [Each in keyof Limits]: number | null }
  /** By its server, as it refused a request that was too long. */
  readonly learntContext: number | null
}

/**
 * What a person has said counts more than what is usual for the name. What the server said counts more than what is usual, and
 * more than the person's figure where it is less.
 */
export function limitsFrom({ usual, given, learntContext }: KnownLimits): Limits {
  const most = given.contextTokens
  const contextTokens = Math.min(most ?? Infinity, learntContext ?? most ?? usual.contextTokens)
  const outputTokens = given.outputTokens ?? Math.min(usual.outputTokens, LONGEST_REPLY)
  return withinContext({ contextTokens, outputTokens })
}

/** Limits that were chosen earlier, made less where the server has said less since. */
export function narrowedBy(
  { contextTokens, outputTokens }: Limits,
  learntContext: number | null,
): Limits {
  const least = Math.min(contextTokens, learntContext ?? contextTokens)
  return withinContext({ contextTokens: least, outputTokens })
}

/** A reply may be at most half as long as what the model can read. */
function withinContext({ contextTokens, outputTokens }: Limits): Limits {
  const most = Math.max(1, Math.floor(contextTokens / 2))
  return { contextTokens, outputTokens: Math.min(outputTokens, most) }
}
