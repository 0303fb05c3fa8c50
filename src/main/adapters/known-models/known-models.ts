import { ASSUMED_LEVELS, type EffortLevel } from '../../../shared/models/effort.ts'
import type { Price } from '../../../shared/models/price.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { bareName } from '../../../shared/models/spoken-name.ts'
import { longestPrefix, type ModelRows } from '../model-api/model-rows.ts'
import { CLAUDE } from './claude.ts'
import type { KnownModel, ModelFamily } from './family.ts'
import { GEMINI, GROK, MISTRAL } from './gemini-grok-mistral.ts'
import { GPT, GPT_OSS } from './gpt.ts'
import { DEEPSEEK, GLM, KIMI, LLAMA, MINIMAX, QWEN } from './open-weights.ts'

/** Everything that Phoenix knows about models. Endpoints' own models are in Settings. */
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

/** The limits of an unknown model: if its server reports a lower one, that applies from then on. */
export const UNKNOWN_LIMITS: Provider['limits'] = { contextTokens: 128_000, outputTokens: 16_384 }

export function limitsOf(model: string): Provider['limits'] {
  const known = rowOf(model)
  if (known === null) return UNKNOWN_LIMITS
  const { contextTokens, outputTokens } = known
  return { contextTokens, outputTokens }
}

/** The effort levels that a model of this name accepts. */
export function levelsOf(model: string): readonly EffortLevel[] {
  return rowOf(model)?.levels ?? ASSUMED_LEVELS
}

/** Whether a model of this name thinks before it answers. Null: nothing is known of it. */
export function thinksOf(model: string): boolean | null {
  return rowOf(model)?.thinks ?? null
}

/** Null: the host is not its maker's, whose price is its own affair, or no list that we know has this name. */
export function listPriceOf(model: string, host: string): Price | null {
  const { price, searchUsd: search } = soldAs(model, host) ?? {}
  if (price === undefined) return null
  return search === undefined ? price : { ...price, search }
}

/** The last day on which this host answers for it, as `2026-11-30`. Null: none is known. */
export function endOf(model: string, host: string): string | null {
  return soldAs(model, host)?.endsOn ?? null
}

/** Whether a model of this name can be shown images, as far as it is known. */
export function seesImages(model: string): boolean {
  return rowOf(model)?.images ?? false
}

/** Null: nothing is known of it. */
export function familyOf(model: string): ModelFamily | null {
  return longestPrefix(FAMILY_ROWS, bareName(model))
}

/** Whether any row is about it. */
export function isKnown(model: string): boolean {
  return rowOf(model) !== null
}

/** Whether it is a Claude that a row is about: what answers to such a name otherwise takes less. */
export function isKnownClaude(model: string): boolean {
  return bareName(model).startsWith('claude-') && isKnown(model)
}

/** Whether it is one of OpenAI's own. */
export function isKnownGpt(model: string): boolean {
  return GPT.models.some(({ prefix }) => bareName(model).startsWith(prefix))
}

/** The row of the longest prefix. */
function rowOf(model: string): KnownModel | null {
  return longestPrefix(ROWS, bareName(model))
}

const ROWS: ModelRows<KnownModel> = FAMILIES.flatMap(({ models }) =>
  models.map((row) => [row.prefix, row] as const),
)

const FAMILY_ROWS: ModelRows<ModelFamily> = FAMILIES.flatMap((family) =>
  family.models.map(({ prefix }) => [prefix, family] as const),
)

/** The row of exactly this name, or of the name that it is a dated edition of, at a host of its maker. */
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
