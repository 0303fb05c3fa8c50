import { isJson, type Json } from '../json.ts'

/** The documented limits of a model: the types of `thinking` and the effort levels that it accepts. */
interface ThinkingLimits {
  readonly types: readonly string[]
  readonly efforts: readonly string[]
}

const THREE = ['low', 'medium', 'high']
const FOUR = [...THREE, 'max']
const FIVE = [...THREE, 'xhigh', 'max']
const SWITCHED = { types: ['adaptive', 'disabled'], efforts: FIVE }
const ALWAYS = { types: ['adaptive'], efforts: FIVE }
const BOTH = { types: ['adaptive', 'enabled', 'disabled'], efforts: FOUR }
const OLD = { types: ['enabled', 'disabled'], efforts: [] }

/** The first match applies. Unlisted models only have to follow the rules common to all. */
const MODELS: readonly (readonly [name: RegExp, takes: ThinkingLimits])[] = [
  [/^claude-mythos-preview/, { types: ['adaptive', 'enabled'], efforts: FOUR }],
  [/^claude-(fable|mythos)-5/, ALWAYS],
  [/^claude-opus-5-5/, ALWAYS],
  [/^claude-sonnet-5-5/, { types: ['adaptive', 'between_tools'], efforts: FIVE }],
  [/^claude-(opus|sonnet|haiku)-5/, SWITCHED],
  [/^claude-opus-4-[78]/, SWITCHED],
  [/^claude-(opus|sonnet)-4-6/, BOTH],
  [/^claude-opus-4-5/, { ...OLD, efforts: THREE }],
  [/^claude-(opus|sonnet|haiku)-4/, OLD],
  [/^claude-3-7/, OLD],
  [/^claude-3/, { types: ['disabled'], efforts: [] }],
]

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  adaptive: ['type', 'display'],
  enabled: ['type', 'budget_tokens', 'display'],
  disabled: ['type'],
  between_tools: ['type'],
}
const LEAST_BUDGET = 1_024

/** The rules for `thinking` and `output_config.effort`, for the fields that depend on them, and for the history. */
export function checkThinking(body: Json): string | null {
  const { thinking, output_config: config = {} } = body
  if (!isJson(config)) return 'output_config: Input should be a valid dictionary'
  const { effort } = config
  const takes = MODELS.find(([name]) => name.test(String(body['model'])))?.[1]
  return (
    checkEffort(effort, takes) ??
    (thinking === undefined ? null : checkType(thinking, body, { takes, effort }))
  )
}

function checkEffort(effort: unknown, takes: ThinkingLimits | undefined): string | null {
  if (effort === undefined) return null
  if (typeof effort !== 'string' || !FIVE.includes(effort)) {
    return "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"
  }
  if (takes?.efforts.length === 0) return 'This model does not support the effort parameter.'
  return takes?.efforts.includes(effort) === false
    ? `output_config.effort: "${effort}" is not supported for this model.`
    : null
}

function checkType(
  thinking: unknown,
  body: Json,
  beside: { readonly takes: ThinkingLimits | undefined; readonly effort: unknown },
): string | null {
  const type = isJson(thinking) ? String(thinking['type']) : ''
  const fields = FIELDS[type]
  if (!isJson(thinking) || fields === undefined) return 'thinking: Input tag is not known'
  const extra = Object.keys(thinking).find((name) => !fields.includes(name))
  if (extra !== undefined) return `thinking.${type}.${extra}: Extra inputs are not permitted`
  const { display } = thinking
  if (display !== undefined && display !== 'summarized' && display !== 'omitted') {
    return `thinking.${type}.display: Input should be 'summarized' or 'omitted'`
  }
  if (beside.takes?.types.includes(type) === false) {
    return `"thinking.type.${type}" is not supported for this model.`
  }
  const isOff = type === 'disabled' || type === 'between_tools'
  if (isOff) {
    return beside.effort === 'xhigh' || beside.effort === 'max'
      ? `thinking cannot be turned off at effort ${beside.effort}`
      : null
  }
  return (
    checkSampling(body) ??
    (type === 'enabled' ? (checkBudget(thinking, body) ?? checkRound(body['messages'])) : null)
  )
}

/** A thinking model accepts no sampling settings, and cannot be forced to call a tool. */
function checkSampling({ temperature, top_p: topP, top_k: topK, tool_choice: choice }: Json) {
  if (temperature !== undefined && temperature !== 1) {
    return '`temperature` may only be set to 1 when thinking is enabled.'
  }
  if (typeof topP === 'number' && topP < 0.95) {
    return '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.'
  }
  if (topK !== undefined) return '`top_k` must be unset when thinking is enabled.'
  return isJson(choice) && (choice['type'] === 'any' || choice['type'] === 'tool')
    ? 'Thinking may not be enabled when tool_choice forces tool use.'
    : null
}

function checkBudget({ budget_tokens: budget }: Json, { max_tokens: maxTokens }: Json) {
  if (!Number.isInteger(budget)) return 'thinking.enabled.budget_tokens: Field required'
  if (Number(budget) < LEAST_BUDGET) {
    return `thinking.enabled.budget_tokens: Input should be greater than or equal to ${LEAST_BUDGET}`
  }
  return Number(budget) >= Number(maxTokens)
    ? '`max_tokens` must be greater than `thinking.budget_tokens`.'
    : null
}

/** With a thinking budget, a round of calls that continues must have begun with thinking. */
function checkRound(messages: unknown): string | null {
  if (!Array.isArray(messages)) return null
  const typesAt = (at: number): readonly unknown[] => {
    const message: unknown = messages[at]
    const content = isJson(message) ? message['content'] : null
    return Array.isArray(content)
      ? content.map((block) => (isJson(block) ? block['type'] : null))
      : []
  }
  let first = messages.length - 1
  while (first > 1 && typesAt(first).includes('tool_result')) first -= 2
  if (first === messages.length - 1) return null
  const found = typesAt(first + 1)[0]
  return found === 'thinking' || found === 'redacted_thinking'
    ? null
    : `messages.${first + 1}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(found)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`
}
