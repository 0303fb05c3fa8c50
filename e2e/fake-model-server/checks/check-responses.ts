import { checkFile } from './check-document.ts'
import { isJson, type Json } from '../json.ts'

const TOP_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'include',
  'max_output_tokens',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning',
  'store',
  'stream',
  'tool_choice',
  'tools',
])
const LEAST_OUTPUT_TOKENS = 16
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
/** OpenAI's models without reasoning. */
const WITHOUT_REASONING = /^gpt-(3\.5|4)/
const NAME = /^[a-zA-Z0-9_-]{1,64}$/

/**
 * Returns the first reason for which the Responses API would refuse this body; null if it would accept it. Based on
 * OpenAI's own documentation and the types of its library, never on Phoenix's assumptions.
 */
export function checkResponses(body: unknown): string | null {
  if (!isJson(body)) return 'body: expected an object'
  for (const name of Object.keys(body)) {
    if (!TOP_FIELDS.has(name)) return `Unknown parameter: '${name}'.`
  }
  const { input, model, store, stream, tools } = body
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter'
  if (stream !== true) return 'stream: this server only streams'
  if (store !== false) return 'store: nothing of a person may be kept'
  if (!Array.isArray(input) || input.length === 0) return "'input' is too short"
  const limit = body['max_output_tokens']
  if (typeof limit === 'number' && limit < LEAST_OUTPUT_TOKENS)
    return `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${LEAST_OUTPUT_TOKENS}, but got ${limit} instead.`
  return checkReasoning(body, model) ?? checkTools(tools) ?? checkInput(input)
}

const ENCRYPTED = 'reasoning.encrypted_content'
const SOURCES = 'web_search_call.action.sources'
const INCLUDABLE: ReadonlySet<unknown> = new Set([ENCRYPTED, SOURCES])

function isSearching(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some((tool) => isJson(tool) && tool['type'] === 'web_search')
}

function checkReasoning({ include, reasoning, tools }: Json, model: string): string | null {
  const included: readonly unknown[] = Array.isArray(include) ? include : []
  if (included.some((each) => !INCLUDABLE.has(each))) return "Invalid value of 'include'."
  if (included.includes(SOURCES) && !isSearching(tools)) {
    return `Invalid value of 'include': ${SOURCES} needs the tool web_search.`
  }
  if (WITHOUT_REASONING.test(model)) {
    if (included.includes(ENCRYPTED)) return 'Encrypted content is not supported with this model.'
    if (reasoning !== undefined)
      return "Unsupported parameter: 'reasoning.effort' is not supported with this model."
  }
  if (reasoning === undefined) return null
  if (!isJson(reasoning)) return "'reasoning': expected an object"
  const { effort, summary } = reasoning
  if (effort !== undefined && (typeof effort !== 'string' || !EFFORTS.includes(effort))) {
    return `Invalid value: '${JSON.stringify(effort)}'. Supported values are: ${EFFORTS.join(', ')}.`
  }
  return summary === undefined || summary === 'auto'
    ? null
    : "Invalid value of 'reasoning.summary'."
}

function checkTools(tools: unknown): string | null {
  if (tools === undefined) return null
  if (!Array.isArray(tools) || tools.length === 0)
    return "'tools': expected a list that is not empty"
  for (const tool of tools) {
    if (isJson(tool) && tool['type'] === 'web_search' && Object.keys(tool).length === 1) continue
    if (!isJson(tool) || tool['type'] !== 'function') return "'tools': expected functions"
    if (!NAME.test(String(tool['name']))) return `Invalid 'tools.name': ${String(tool['name'])}`
    const schema = tool['parameters']
    if (!isJson(schema) || schema['type'] !== 'object') return "'parameters': expected an object"
  }
  return null
}

/** Calls and outputs must pair up, and reasoning must be followed by the item it led to. */
function checkInput(input: readonly unknown[]): string | null {
  const called = new Set<string>()
  const answered = new Set<string>()
  for (const [index, item] of input.entries()) {
    if (!isJson(item)) return `input[${index}]: expected an object`
    const complaint = checkItem(item, { index, called, answered, next: input[index + 1] })
    if (complaint !== null) return complaint
  }
  const open = [...called].find((id) => !answered.has(id))
  return open === undefined ? null : `No tool output found for function call ${open}.`
}

interface ItemContext {
  readonly index: number
  readonly called: Set<string>
  readonly answered: Set<string>
  readonly next: unknown
}

function checkItem(item: Json, { answered, called, index, next }: ItemContext): string | null {
  const id = String(item['call_id'])
  switch (item['type'] ?? 'message') {
    case 'message':
      return checkMessage(item, index)
    case 'function_call':
      if (called.has(id)) return `Duplicate item found with call_id ${id}.`
      if (id === '' || id.length > 64) return `Invalid 'input[${index}].call_id': string too long.`
      if (typeof item['arguments'] !== 'string')
        return `input[${index}].arguments: expected a string`
      if (!NAME.test(String(item['name']))) return `Invalid 'input[${index}].name'.`
      called.add(id)
      return null
    case 'function_call_output':
      if (!called.has(id)) return `No tool call found for function call output with call_id ${id}.`
      answered.add(id)
      return null
    case 'web_search_call':
      return typeof item['id'] === 'string' && isJson(item['action'])
        ? null
        : `Missing required parameter: 'input[${index}].action'.`
    case 'reasoning': {
      if (typeof item['id'] !== 'string') return `Missing required parameter: 'input[${index}].id'.`
      if (typeof item['encrypted_content'] !== 'string')
        return `Item '${item['id']}' was not found. Items are not persisted when store is set to false.`
      const isLed =
        isJson(next) && next['type'] !== 'function_call_output' && next['role'] !== 'user'
      return isLed
        ? null
        : `Item '${item['id']}' of type 'reasoning' was provided without its required following item.`
    }
    default:
      return `Invalid value: '${String(item['type'])}'.`
  }
}

const PARTS: ReadonlySet<string> = new Set(['input_text', 'input_image', 'input_file'])

function checkMessage({ content, role }: Json, index: number): string | null {
  if (role !== 'user' && role !== 'assistant') return `Invalid value: 'input[${index}].role'.`
  if (typeof content === 'string') return content === '' ? `input[${index}].content is empty` : null
  if (!Array.isArray(content) || content.length === 0) return `input[${index}].content is empty`
  if (role === 'assistant') return `input[${index}].content: expected a string`
  const odd = content.find((part) => !isJson(part) || !PARTS.has(String(part['type'])))
  if (odd !== undefined) return `Invalid value: 'input[${index}].content.type'.`
  for (const [at, part] of content.filter(isJson).entries()) {
    const complaint =
      part['type'] === 'input_file' ? checkFile(part, `input[${index}].content[${at}]`) : null
    if (complaint !== null) return complaint
  }
  return null
}
