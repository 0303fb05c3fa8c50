import type { GenerateContentParameters, ThinkingConfig, ThinkingLevel } from '@google/genai/web'
import type { Effort, EffortLevel } from '../../../shared/models/effort.ts'
import { effortWithin } from '../../../shared/models/effort.ts'
import { isKnown, levelsOf } from '../known-models/known-models.ts'
import type { ModelCall, AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { Refusal } from './client.ts'
import { errorDetailsIn } from './error-details.ts'

/** The first generation that takes a level; earlier ones take a budget. A name without a number is probably newer. */
const FIRST_WITH_LEVELS = 3

/** The generation in a model's name, such as 2.5; Infinity if there is none. */
export function generationOf(model: string): number {
  const [, generation] = /\bgemini-(\d+(?:\.\d+)?)/.exec(model) ?? []
  return generation === undefined ? Infinity : Number(generation)
}

/** True if the model signs its calls, requires the signatures back, and accepts images within a result. */
export function isSigning(model: string): boolean {
  return generationOf(model) >= FIRST_WITH_LEVELS
}

/** In tokens, as in Google's documentation of its OpenAI-compatible address. */
const BUDGETS: { readonly [Level in EffortLevel]: number } = {
  none: 0,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
}

/** Literals, because the library's own enumeration would have to be loaded for them. */
const LEVELS: { readonly [Level in Exclude<EffortLevel, 'none'>]: `${ThinkingLevel}` } = {
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
}

/**
 * The settings for showing thoughts and for how hard the model thinks; null if nothing is sent. For an unknown model nothing
 * is sent unless the user chose a level.
 */
export function thinkingConfigFor(
  { limits, model }: Pick<ModelCall['provider'], 'limits' | 'model'>,
  wanted: Effort,
): ThinkingConfig | null {
  const level = effortWithin(levelsOf(model), wanted)
  if (level === 'auto') {
    return model.includes('gemini-') && isKnown(model) ? { includeThoughts: true } : null
  }
  if (level === 'none') return { thinkingBudget: BUDGETS.none }
  if (generationOf(model) >= FIRST_WITH_LEVELS) {
    return { includeThoughts: true, thinkingLevel: LEVELS[level] as ThinkingLevel }
  }
  // Thoughts count as output: half of the output limit is left for the answer.
  const budget = Math.min(BUDGETS[level], Math.floor(limits.outputTokens / 2))
  return { includeThoughts: true, thinkingBudget: Math.max(budget, BUDGETS.low) }
}

/** If a model refuses thoughts that only Phoenix requested, they are no longer requested from this model. */
export async function withoutRefusedThoughts(
  { refusedParts }: Pick<AskDeps, 'refusedParts'>,
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  params: GenerateContentParameters,
  send: (params: GenerateContentParameters) => Promise<Response>,
): Promise<Response> {
  const key = `${baseUrl} ${params.model} without thoughts`
  if (refusedParts.has(key)) return send(unthinking(params))
  try {
    return await send(params)
  } catch (error) {
    if (!isUnasked(params) || !refusesThoughts(error)) throw error
    const response = await send(unthinking(params))
    refusedParts.add(key)
    return response
  }
}

function isUnasked({ config }: GenerateContentParameters): boolean {
  const thinking = config?.thinkingConfig
  return thinking !== undefined && Object.keys(thinking).join() === 'includeThoughts'
}

function unthinking({
  config = {},
  ...params
}: GenerateContentParameters): GenerateContentParameters {
  const { thinkingConfig, ...rest } = config
  return isUnasked({ ...params, config }) || thinkingConfig === undefined
    ? { ...params, config: rest }
    : { ...params, config }
}

/** "Thinking is not enabled for models/gemini-2.0-flash". */
function refusesThoughts(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.status !== 400) return false
  const words = errorDetailsIn(error.body).message
  return words !== null && /\b(thinking|thoughts|include_?thoughts)\b/i.test(words)
}
