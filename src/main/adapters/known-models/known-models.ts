import { ASSUMED_LEVELS, type EffortLevel } from '../../../shared/models/effort.ts'
import type { Price } from '../../../shared/models/price.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { bareName } from '../../../shared/models/display-name.ts'
import { longestPrefix, type ModelRows } from '../model-api/model-rows.ts'
import { CLAUDE } from './claude.ts'
import type { KnownModel, ModelFamily } from './family.ts'
import { GEMINI, GROK, MISTRAL } from './gemini-grok-mistral.ts'
import { GPT, GPT_OSS } from './gpt.ts'
import { DEEPSEEK, GLM, KIMI, LLAMA, MINIMAX, QWEN } from './open-weights.ts'

/** Everything that Phoenix knows about models. The models that endpoints offer are in Settings. */
export const FAMILIES: readonly ModelFamily[] = [
  CLAUDE,
  GPT,
  GEMINI,
  GROK,
  DEEPSEEK,
  KIMI,
  GLM,
  QWEN,
  MISTRAL,
  MINIMAX,
  LLAMA,
  GPT_OSS,
]

/** The limits of an unknown model; if its server reports a lower limit, that one applies. */
export const UNKNOWN_LIMITS: Provider['limits'] = { contextTokens: 128_000, outputTokens: 16_384 }

export function limitsOf(model: string): Provider['limits'] {
  const known = rowOf(model)
  if (known === null) return UNKNOWN_LIMITS
  const { contextTokens, outputTokens } = known
  return { contextTokens, outputTokens }
}

/** The effort levels that a model accepts. */
export function levelsOf(model: string): readonly EffortLevel[] {
  return rowOf(model)?.levels ?? ASSUMED_LEVELS
}

/** True if a model thinks before it answers. Null if nothing is known about it. */
export function thinksOf(model: string): boolean | null {
  return rowOf(model)?.thinks ?? null
}

/** Null if the host is not the maker's and sets its own price, or if no known list has this name. */
export function listPriceOf(model: string, host: string): Price | null {
  const { price, searchUsd: search } = soldAs(model, host) ?? {}
  if (price === undefined) return null
  return search === undefined ? price : { ...price, search }
}

/** The last day on which this host serves the model, as `2026-11-30`. Null if none is known. */
export function endOf(model: string, host: string): string | null {
  return soldAs(model, host)?.endsOn ?? null
}

/** True if a model is known to accept images. */
export function seesImages(model: string): boolean {
  return rowOf(model)?.images ?? false
}

/** Null if nothing is known about the model. */
export function familyOf(model: string): ModelFamily | null {
  return longestPrefix(FAMILY_ROWS, bareName(model))
}

/** True if there is a row for the model. */
export function isKnown(model: string): boolean {
  return rowOf(model) !== null
}

/** True for a Claude with a row: other models served under such a name accept less. */
export function isKnownClaude(model: string): boolean {
  return bareName(model).startsWith('claude-') && isKnown(model)
}

/** True for OpenAI's own models. */
export function isKnownGpt(model: string): boolean {
  return GPT.models.some(({ prefix }) => bareName(model).startsWith(prefix))
}

/** The row with the longest matching prefix. */
function rowOf(model: string): KnownModel | null {
  return longestPrefix(ROWS, bareName(model))
}

const ROWS: ModelRows<KnownModel> = FAMILIES.flatMap(({ models }) =>
  models.map((row) => [row.prefix, row] as const),
)

const FAMILY_ROWS: ModelRows<ModelFamily> = FAMILIES.flatMap((family) =>
  family.models.map(({ prefix }) => [prefix, family] as const),
)

/** The row with exactly this name, or the name without its date, if the host is the maker's. */
function soldAs(
  model: string,
  host: string,
): (KnownModel & { searchUsd: number | undefined }) | null {
  const name = bareName(model).replace(EDITION, '')
  for (const { hosts, models, searchUsd } of FAMILIES) {
    const row = hosts.includes(host) ? models.find(({ prefix }) => prefix === name) : undefined
    if (row !== undefined) return { ...row, searchUsd }
  }
  return null
}

const EDITION = /-\d{8}$|-\d{4}-\d{2}-\d{2}$/
