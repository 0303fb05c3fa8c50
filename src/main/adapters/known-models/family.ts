import type { EffortLevel } from '../../../shared/models/effort.ts'
import type { Price } from '../../../shared/models/price.ts'

/** The facts about models whose names begin with a prefix; of several matching rows, the longest prefix counts. */
export interface KnownModel {
  /** Lower case, without the maker: `gpt-6-sol`, never `openai/gpt-6-sol`. */
  readonly prefix: string
  /** The context window, in tokens. */
  readonly contextTokens: number
  /** The limit of one reply, in tokens. */
  readonly outputTokens: number
  /** The effort levels that it accepts; empty if it has no such setting. Absent if no source says. */
  readonly levels?: readonly EffortLevel[]
  readonly thinks: boolean
  /** True if it accepts images. */
  readonly images: boolean
  readonly tools: boolean
  /** The list price of the model with exactly this name. Absent if no source says, or sources disagree. */
  readonly price?: Price
  /** The last day on which its maker serves exactly this name, as `2026-11-30`. Absent if none was announced. */
  readonly endsOn?: string
}

export interface ModelFamily {
  /** The name that people use. */
  readonly name: string
  /** The hosts at which its maker sells it: list prices and last days apply only there. */
  readonly hosts: readonly string[]
  /** The sources of the rows. */
  readonly sources: readonly string[]
  /** The day on which the sources were read. */
  readonly recordedOn: string
  /**
   * The price of one web search there, in addition to its tokens, in US dollars. Absent if no source says, or there is none.
   */
  readonly searchUsd?: number
  readonly models: readonly KnownModel[]
}

/** The abilities of most current models. */
export const ABLE = { thinks: true, images: true, tools: true } as const
/** The same abilities without images. */
export const TEXT_ONLY = { ...ABLE, images: false } as const

export function reads(
  contextTokens: number,
  outputTokens: number,
): Pick<KnownModel, 'contextTokens' | 'outputTokens'> {
  return { contextTokens, outputTokens }
}

/** Prices in US dollars per million tokens. Cache writes cost the same as input unless given. */
export function listed(
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number = input,
): Price {
  return { input, output, cacheRead, cacheWrite, long: null }
}

/**
 * A price that applies up to `above` tokens per request; in longer requests everything but output is doubled, and output is
 * multiplied by `outputTimes`.
 */
export function pricierAbove(above: number, price: Price, outputTimes: number): Price {
  const { cacheRead, cacheWrite, input, output } = price
  const long = {
    above,
    input: input * 2,
    output: output * outputTimes,
    cacheRead: cacheRead * 2,
    cacheWrite: cacheWrite * 2,
  }
  return { ...price, long }
}
