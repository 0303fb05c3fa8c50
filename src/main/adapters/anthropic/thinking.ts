import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import { assertNever } from '../../../shared/assert-never.ts'
import {
  ASSUMED_LEVELS,
  type Effort,
  type EffortLevel,
  effortWithin,
} from '../../../shared/effort.ts'
import type { RequestMessage } from '../../core/model-request.ts'
import { longestPrefix, type ModelRows } from '../model-api/model-limits.ts'

/** How a model is told how hard to think. */
interface Way {
  /** `adaptive`: it decides itself when to think. `budget`: it thinks where it is given tokens for it. */
  readonly type: 'adaptive' | 'budget' | 'budgetAndEffort'
  readonly levels: readonly EffortLevel[]
  /** What stands for `none`. */
  readonly off: 'disabled' | 'between_tools'
}

const ALL: readonly EffortLevel[] = ['none', 'low', 'medium', 'high', 'xhigh', 'max']
const UP_TO_HIGH: readonly EffortLevel[] = ['none', 'low', 'medium', 'high']
const NEW: Way = { type: 'adaptive', levels: ALL, off: 'disabled' }
const ALWAYS_ON: Way = { ...NEW, levels: ['low', 'medium', 'high', 'xhigh', 'max'] }
const FIRST_ADAPTIVE: Way = { ...NEW, levels: [...UP_TO_HIGH, 'max'] }
const BUDGET: Way = { ...NEW, type: 'budget', levels: UP_TO_HIGH }

/** By the beginning of a model's name, as the pages on thinking and on effort say. */
const WAYS: ModelRows<Way> = [
  ['claude-fable', ALWAYS_ON],
  ['claude-mythos', ALWAYS_ON],
  ['claude-mythos-preview', { ...ALWAYS_ON, levels: ['low', 'medium', 'high', 'max'] }],
  ['claude-opus-5', NEW],
  ['claude-opus-5-5', ALWAYS_ON],
  ['claude-sonnet-5', NEW],
  ['claude-sonnet-5-5', { ...NEW, off: 'between_tools' }],
  ['claude-haiku-5', NEW],
  ['claude-opus-4-8', NEW],
  ['claude-opus-4-7', NEW],
  ['claude-opus-4-6', FIRST_ADAPTIVE],
  ['claude-sonnet-4-6', FIRST_ADAPTIVE],
  ['claude-opus-4-5', { ...BUDGET, type: 'budgetAndEffort' }],
  ['claude-opus-4', BUDGET],
  ['claude-sonnet-4', BUDGET],
  ['claude-haiku-4', BUDGET],
  ['claude-3-7', BUDGET],
  ['claude-3', { ...BUDGET, levels: [] }],
]
/** A name that we do not know is likelier newer than older. */
const UNKNOWN: Way = { ...NEW, levels: ASSUMED_LEVELS }

function wayOf(model: string): Way {
  return longestPrefix(WAYS, model) ?? UNKNOWN
}

/** What a model of this name can be told. */
export function levelsOf(model: string): readonly EffortLevel[] {
  return wayOf(model).levels
}

type ThinkingParams = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>

/** Left to itself, an adaptive model shows nothing of its thinking and goes quiet between calls, or does not think at all. */
const ADAPTIVE = { type: 'adaptive', display: 'summarized' } as const

/** The fields of a request that say whether and how hard to think. Of a model that nobody knows nothing is said unasked. */
export function thinkingParams(
  { model, maxTokens }: { readonly model: string; readonly maxTokens: number },
  messages: readonly RequestMessage[],
  wanted: Effort,
): ThinkingParams {
  const way = wayOf(model)
  const level = effortWithin(way.levels, wanted)
  if (level === 'auto') {
    return way.type === 'adaptive' && way !== UNKNOWN ? { thinking: ADAPTIVE } : {}
  }
  if (level === 'none') return { thinking: { type: way.off } }
  const effort = { output_config: { effort: level } }
  switch (way.type) {
    case 'adaptive':
      return { thinking: ADAPTIVE, ...effort }
    case 'budget':
      return budgetFor(level, maxTokens, messages)
    case 'budgetAndEffort':
      return { ...budgetFor(level, maxTokens, messages), ...effort }
    default:
      return assertNever(way.type)
  }
}

type Thinking = Exclude<EffortLevel, 'none'>
/** In tokens. No model that is given a budget takes the last two levels. */
const BUDGETS: { readonly [Level in Thinking]: number } = {
  low: 4_000,
  medium: 12_000,
  high: 32_000,
  xhigh: 32_000,
  max: 32_000,
}
/** The API takes no less. */
const LEAST_BUDGET = 1_024

/** It counts as output: at least half of that stays for the answer. */
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
 * With a budget, a round of calls has to have begun with thinking: one that another model began, or whose thinking was
 * left out, goes on without.
 */
function mayThink(messages: readonly RequestMessage[]): boolean {
  const asked = messages.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.every(({ type }) => type !== 'toolResult'),
  )
  const begun = messages.slice(asked + 1).find(({ role }) => role === 'agent')
  const first = begun?.blocks[0]?.type
  return first === undefined || first === 'thinking' || first === 'redactedThinking'
}
