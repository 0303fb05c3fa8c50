import type { EffortLevel } from '../../../shared/models/effort.ts'
import type { Price } from '../../../shared/models/price.ts'

/** What is known of models whose names begin so; of several such rows the longest prefix counts. */
export interface KnownModel {
  /** Lower case, without the maker: `gpt-6-sol`, never `openai/gpt-6-sol`. */
  readonly prefix: string
  /** The most that it can read, in tokens. */
  readonly contextTokens: number
  /** The most that one reply can have, in tokens. */
  readonly outputTokens: number
  /** The effort levels that it accepts; empty: it has no such setting. Absent: no source says. */
  readonly levels?: readonly EffortLevel[]
  readonly thinks: boolean
  /** Whether it can be shown images. */
  readonly images: boolean
  readonly tools: boolean
  /** The list price of the model of exactly this name. Absent: no source says, or sources disagree. */
  readonly price?: Price
  /** The last day on which its maker answers for exactly this name, as `2026-11-30`. Absent: none was announced. */
  readonly endsOn?: string
}

export interface ModelFamily {
  /** As people call it. */
  readonly name: string
  /** The hosts at which its maker sells it: list prices and last days hold there and nowhere else. */
  readonly hosts: readonly string[]
  /** Where the rows come from. */
  readonly sources: readonly string[]
  /** The day on which they were taken from there. */
  readonly takenOn: string
  /** What one web search costs there in addition to its tokens, in US dollars. Absent: no source says, or there is none. */
  readonly searchUsd?: number
  readonly models: readonly KnownModel[]
}

/** What most models of today can do. */
export const ABLE = { thinks: true, images: true, tools: true } as const
/** The same without images. */
export const TEXT_ONLY = { ...ABLE, images: false } as const

export function reads(
  contextTokens: number,
  outputTokens: number,
): Pick<KnownModel, 'contextTokens' | 'outputTokens'> {
  return { contextTokens, outputTokens }
}

/** US dollars for a million tokens. What is written to the cache costs as any input, unless it is said. */
export function listed(
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number = input,
): Price {
  return { input, output, cacheRead, cacheWrite, long: null }
}

/** A price of which all but output is doubled in requests of more than so many tokens; output costs so many times as much. */
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
