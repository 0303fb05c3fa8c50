import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import { assertNever } from '../../../shared/assert-never.ts'
import { type Effort, type EffortLevel, effortWithin } from '../../../shared/models/effort.ts'
import type { RequestMessage } from '../../core/request/model-request.ts'
import { isKnownClaude, levelsOf } from '../known-models/known-models.ts'
import { bareName } from '../../../shared/models/display-name.ts'
import { longestPrefix, type ModelRows } from '../model-api/model-rows.ts'

/** How a request sets the thinking effort. */
interface ThinkingMode {
  /** `adaptive`: the model decides when to think. `budget`: it thinks if it is given tokens for that. */
  readonly type: 'adaptive' | 'budget' | 'budgetAndEffort'
  /** The value for `none`. */
  readonly off: 'disabled' | 'between_tools'
}

const ADAPTIVE: ThinkingMode = { type: 'adaptive', off: 'disabled' }
const BUDGET: ThinkingMode = { type: 'budget', off: 'disabled' }

/**
 * Rows by the beginning of a model's name, from the documentation of thinking and effort. A model without a row is probably
 * newer, not older.
 */
const MODES: ModelRows<ThinkingMode> = [
  ['claude-sonnet-5-5', { type: 'adaptive', off: 'between_tools' }],
  ['claude-opus-4-8', ADAPTIVE],
  ['claude-opus-4-7', ADAPTIVE],
  ['claude-opus-4-6', ADAPTIVE],
  ['claude-sonnet-4-6', ADAPTIVE],
  ['claude-opus-4-5', { type: 'budgetAndEffort', off: 'disabled' }],
  ['claude-opus-4', BUDGET],
  ['claude-sonnet-4', BUDGET],
  ['claude-haiku-4', BUDGET],
  ['claude-3', BUDGET],
]

type ThinkingParams = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>

/** By default an adaptive model hides its thinking and is silent between calls, or does not think at all. */
const IN_SIGHT = { type: 'adaptive', display: 'summarized' } as const

/**
 * The request fields that set whether and how hard the model thinks. An unknown model gets none unless the user chose a
 * level.
 */
export function thinkingParams(
  { model, maxTokens }: { readonly model: string; readonly maxTokens: number },
  messages: readonly RequestMessage[],
  wanted: Effort,
): ThinkingParams {
  const mode = longestPrefix(MODES, bareName(model)) ?? ADAPTIVE
  const level = effortWithin(levelsOf(model), wanted)
  if (level === 'auto') {
    return mode.type === 'adaptive' && isKnownClaude(model) ? { thinking: IN_SIGHT } : {}
  }
  if (level === 'none') return { thinking: { type: mode.off } }
  const effort = { output_config: { effort: level } }
  switch (mode.type) {
    case 'adaptive':
      return { thinking: IN_SIGHT, ...effort }
    case 'budget':
      return budgetFor(level, maxTokens, messages)
    case 'budgetAndEffort':
      return { ...budgetFor(level, maxTokens, messages), ...effort }
    default:
      return assertNever(mode.type)
  }
}

type Thinking = Exclude<EffortLevel, 'none'>
/** In tokens. No model with a budget accepts the last two levels. */
const BUDGETS: { readonly [Level in Thinking]: number } = {
  low: 4_000,
  medium: 12_000,
  high: 32_000,
  xhigh: 32_000,
  max: 32_000,
}
/** The API's minimum. */
const LEAST_BUDGET = 1_024

/** Thinking counts as output: at least half of the output limit is left for the answer. */
function budgetFor(
  level: Thinking,
  maxTokens: number,
  messages: readonly RequestMessage[],
): ThinkingParams {
  const budget = Math.min(BUDGETS[level], Math.floor(maxTokens / 2))
  if (budget < LEAST_BUDGET || !mayThink(messages)) return {}
  return { thinking: { type: 'enabled', budget_tokens: budget } }
}

/**
 * With a budget, a round of calls must have begun with thinking. A round that another model began, or whose thinking was
 * omitted, continues without.
 */
function mayThink(messages: readonly RequestMessage[]): boolean {
  const lastUserIndex = messages.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.every(({ type }) => type !== 'toolResult'),
  )
  const begun = messages.slice(lastUserIndex + 1).find(({ role }) => role === 'agent')
  const first = begun?.blocks[0]?.type
  return first === undefined || first === 'thinking' || first === 'redactedThinking'
}
