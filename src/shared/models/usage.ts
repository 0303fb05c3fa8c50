import * as z from '../schema.ts'

/** Tokens as the provider counted them. Input excludes what was read from or written to its cache. */
export const Usage = z
  .object({
    inputTokens: z.number().nonnegative(),
    outputTokens: z.number().nonnegative(),
    cacheReadTokens: z.number().nonnegative(),
    cacheWriteTokens: z.number().nonnegative(),
    /**
     * The cache writes kept for an hour, which cost more; part of `cacheWriteTokens`. Absent if none. Only for a single
     * request, like `usd`.
     */
    cacheWriteHourTokens: z.number().nonnegative().optional(),
    /** The cost in US dollars if the provider reports it. Only for a single request: sums omit it. */
    usd: z.number().nonnegative().optional(),
    /** Web searches by the provider, billed on top of the tokens. Absent if none. */
    searches: z.number().int().positive().optional(),
  })
  .readonly()

export type Usage = z.infer<typeof Usage>

/** Returns all tokens of a request, in and out, cached or not. */
export function totalOf(usage: Usage): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
}

export function addUsage(a: Usage, b: Usage): Usage {
  const searches = (a.searches ?? 0) + (b.searches ?? 0)
  return {
    ...(searches > 0 && { searches }),
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  }
}

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
}
