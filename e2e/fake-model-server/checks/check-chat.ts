import { checkFile } from './check-document.ts'
import { isJson, type Json } from '../json.ts'

const TOP_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'max_tokens',
  'max_completion_tokens',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'stop',
  'reasoning_effort',
])

/**
 * Returns the first reason for which the strictest chat completions server would refuse this body; null if all would
 * accept it. Based on the servers' own documentation, never on Phoenix's assumptions about them.
 */
export function checkChat(body: unknown): string | null {
  if (!isJson(body)) return 'body: expected an object'
  const { messages, model, stream, tools } = body
  for (const name of Object.keys(body)) {
    if (!TOP_FIELDS.has(name)) return `Unrecognized request argument supplied: ${name}`
  }
  if (typeof model !== 'string' || model === '') return 'you must provide a model parameter'
  if (stream !== true) return 'stream: this server only streams'
  if (!Array.isArray(messages) || messages.length === 0) return "'messages' is too short"
  return (
    checkLength(body) ??
    checkEffort(body) ??
    checkTools(tools) ??
    checkMessages(messages, tools !== undefined) ??
    checkFiles(messages, model)
  )
}

/** OpenAI's reasoning models. */
const REASONING = /^(gpt-5|o\d)/

function checkLength({ model, max_tokens: most }: Json): string | null {
  return most !== undefined && REASONING.test(String(model))
    ? "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    : null
}

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
/** OpenAI's models without reasoning. */
const WITHOUT_REASONING = /^gpt-(3\.5|4)/

function checkEffort({ model, reasoning_effort: effort }: Json): string | null {
  if (effort === undefined) return null
  if (typeof effort !== 'string' || !EFFORTS.includes(effort)) {
    return `Invalid value of reasoning_effort. Supported values are: ${EFFORTS.join(', ')}.`
  }
  return WITHOUT_REASONING.test(String(model))
    ? "Unsupported parameter: 'reasoning_effort' is not supported with this model."
    : null
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/

function checkTools(tools: unknown): string | null {
  if (tools === undefined) return null
  if (!Array.isArray(tools) || tools.length === 0)
    return "'tools': expected a list that is not empty"
  for (const tool of tools) {
    const fn = isJson(tool) && tool['type'] === 'function' ? tool['function'] : null
    if (!isJson(fn)) return "'tools': expected functions"
    if (!NAME.test(String(fn['name'])))
      return `Invalid 'tools.function.name': ${String(fn['name'])}`
    const schema = fn['parameters']
    if (!isJson(schema) || schema['type'] !== 'object') return "'parameters': expected an object"
  }
  return null
}

function checkMessages(messages: readonly unknown[], hasTools: boolean): string | null {
  const ids = new Set<string>()
  /** Calls of the last reply that have no result yet. */
  let open = new Set<string>()
  let before = ''
  for (const [index, message] of messages.entries()) {
    const where = `messages[${index}]`
    if (!isJson(message)) return `${where}: expected an object`
    const role = String(message['role'])
    if (role === 'tool') {
      const complaint = checkResult(message, open, where)
      if (complaint !== null) return complaint
    } else if (open.size > 0) {
      return `${where}: tool calls without a result: ${[...open].join(', ')}`
    }
    if (role === 'system' && index > 0) return `${where}: system messages stand first`
    if (role === 'user') {
      if (before === 'user') return `${where}: roles must alternate`
      const complaint = checkContent(message['content'], where)
      if (complaint !== null) return complaint
    }
    if (role === 'assistant') {
      if (before === 'assistant') return `${where}: roles must alternate`
      const calls = callsOf(message, where, ids)
      if (typeof calls === 'string') return calls
      open = calls
      if (calls.size > 0 && !hasTools) return 'tool calls need tools'
    }
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) return `${where}: role ${role}`
    before = role
  }
  if (open.size > 0) return `tool calls without a result: ${[...open].join(', ')}`
  return before === 'user' || before === 'tool' ? null : 'the last message must be of the user'
}

function checkResult(message: Json, open: Set<string>, where: string): string | null {
  const id = String(message['tool_call_id'])
  if (!open.delete(id)) return `${where}: no tool call ${id} in the message before`
  const { content } = message
  const hasImage =
    Array.isArray(content) && content.some((part) => !isJson(part) || part['type'] !== 'text')
  return hasImage ? `${where}: a result holds text only` : checkContent(content, where)
}

function checkContent(content: unknown, where: string): string | null {
  if (typeof content === 'string') return content.trim() === '' ? `${where}: empty content` : null
  if (!Array.isArray(content) || content.length === 0) return `${where}: empty content`
  for (const part of content) {
    const complaint = checkPart(part, where)
    if (complaint !== null) return complaint
  }
  return null
}

function checkPart(part: unknown, where: string): string | null {
  if (!isJson(part)) return `${where}: expected parts`
  if (part['type'] === 'text') {
    return String(part['text']).trim() === '' ? `${where}: empty text` : null
  }
  if (part['type'] === 'file') return null
  const image = part['type'] === 'image_url' ? part['image_url'] : null
  const url = isJson(image) ? String(image['url']) : ''
  return /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/.test(url)
    ? null
    : `${where}: not an image`
}

/** OpenAI's models, and those to which OpenRouter passes files. */
const TAKES_FILES = /^(gpt-(4o|4\.1|[5-9])|o\d|(openai|anthropic|google)\/)/

/** Others do not know such a part (qwen-code #2020). */
function checkFiles(messages: readonly unknown[], model: string): string | null {
  for (const [index, message] of messages.entries()) {
    const content = isJson(message) ? message['content'] : null
    for (const [at, part] of Array.isArray(content) ? content.entries() : []) {
      if (!isJson(part) || part['type'] !== 'file') continue
      if (!TAKES_FILES.test(model)) {
        return "Invalid value: 'file'. Supported values are: 'text', 'image_url', 'video_url' and 'video'."
      }
      const where = `messages[${index}].content[${at}].file`
      const complaint = isJson(part['file'])
        ? checkFile(part['file'], where)
        : `Missing required parameter: '${where}'.`
      if (complaint !== null) return complaint
    }
  }
  return null
}

/** Returns the ids of a reply's calls, or a complaint. */
function callsOf(message: Json, where: string, ids: Set<string>): Set<string> | string {
  const { content, tool_calls: calls } = message
  if (calls === undefined) {
    const isSaid = typeof content === 'string' || (Array.isArray(content) && content.length > 0)
    return isSaid ? new Set() : `${where}: content or tool_calls is needed`
  }
  if (!Array.isArray(calls) || calls.length === 0) return `${where}: tool_calls is too short`
  const own = new Set<string>()
  for (const call of calls) {
    const fn = isJson(call) && call['type'] === 'function' ? call['function'] : null
    if (!isJson(call) || !isJson(fn)) return `${where}: expected function calls`
    const id = String(call['id'])
    if (call['id'] === undefined || id === '') return `${where}: a call without an id`
    if (ids.has(id)) return `${where}: id ${id} is used twice`
    ids.add(id)
    own.add(id)
    if (!NAME.test(String(fn['name']))) return `${where}: name ${String(fn['name'])}`
    if (!isJsonText(fn['arguments'])) return `${where}: arguments are no JSON object`
  }
  return own
}

function isJsonText(text: unknown): boolean {
  try {
    return typeof text === 'string' && isJson(JSON.parse(text))
  } catch {
    return false
  }
}
