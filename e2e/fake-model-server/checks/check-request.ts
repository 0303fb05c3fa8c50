import { checkMessages } from './check-messages.ts'
import { checkServerPairs, checkServerTool, isServerTool } from './check-server-tools.ts'
import { checkThinking } from './check-thinking.ts'
import { isJson, type Json } from '../json.ts'

const TOP_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'stream',
  'metadata',
  'stop_sequences',
  'temperature',
  'top_k',
  'top_p',
  'thinking',
  'output_config',
  'cache_control',
  'service_tier',
])
const MAX_MARKERS = 4

/**
 * Returns the first reason for which the documented Messages API would refuse this body; null if it would accept it.
 * Based on the API's own documentation, never on Phoenix's assumptions about it.
 */
export function checkRequest(
  body: unknown,
  allows: { readonly endsWithAssistant: boolean },
): string | null {
  if (!isJson(body)) return 'body: Input should be a valid dictionary'
  return (
    checkTop(body) ??
    checkSystem(body['system']) ??
    checkTools(body['tools']) ??
    checkMessages(body['messages'], {
      hasTools: Array.isArray(body['tools']) && body['tools'].length > 0,
      endsWithAssistant: allows.endsWithAssistant,
    }) ??
    checkServerPairs(Array.isArray(body['messages']) ? body['messages'] : [], body['tools']) ??
    checkThinking(body) ??
    checkMarkers(body)
  )
}

function checkTop(body: Json): string | null {
  const { model, max_tokens: maxTokens, stream } = body
  for (const name of Object.keys(body)) {
    if (!TOP_FIELDS.has(name)) return `${name}: Extra inputs are not permitted`
  }
  if (typeof model !== 'string' || model === '') return 'model: Field required'
  if (typeof maxTokens !== 'number') return 'max_tokens: Field required'
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    return 'max_tokens: Input should be greater than or equal to 1'
  }
  return stream === true ? null : 'stream: this server only streams'
}

function checkSystem(system: unknown): string | null {
  if (system === undefined) return null
  const blocks = typeof system === 'string' ? [{ type: 'text', text: system }] : system
  if (!Array.isArray(blocks)) return 'system: Input should be a valid string or list'
  for (const [index, block] of blocks.entries()) {
    const where = `system.${index}`
    if (!isJson(block) || block['type'] !== 'text') return `${where}: Input should be a text block`
    const { text } = block
    if (typeof text !== 'string') return `${where}.text: Field required`
    if (text.trim() === '') return `${where}: text content blocks must contain non-whitespace text`
  }
  return null
}

const TOOL_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'input_schema',
  'cache_control',
  'eager_input_streaming',
])
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

function checkTools(tools: unknown): string | null {
  if (tools === undefined) return null
  if (!Array.isArray(tools)) return 'tools: Input should be a valid list'
  const names = new Set<unknown>()
  for (const [index, tool] of tools.entries()) {
    const where = `tools.${index}.custom`
    if (!isJson(tool)) return `${where}: Input should be a valid dictionary`
    const { name, input_schema: schema } = tool
    const isOfServer = isServerTool(tool)
    const complaint = isOfServer ? checkServerTool(tool, index) : null
    if (complaint !== null) return complaint
    if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
      return `${where}.name: String should match pattern '${TOOL_NAME.source}'`
    }
    if (names.has(name)) return 'tools: Tool names must be unique.'
    names.add(name)
    if (isOfServer) continue
    const odd = Object.keys(tool).find((field) => !TOOL_FIELDS.has(field))
    if (odd !== undefined) return `${where}.${odd}: Extra inputs are not permitted`
    if (typeof (tool['eager_input_streaming'] ?? true) !== 'boolean') {
      return `${where}.eager_input_streaming: Input should be a valid boolean`
    }
    if (!isJson(schema)) return `${where}.input_schema: Field required`
    if (schema['type'] !== 'object') return `${where}.input_schema.type: Input should be 'object'`
  }
  return null
}

function checkMarkers(body: Json): string | null {
  const lists = [body['tools'], body['system']]
  const messages = Array.isArray(body['messages']) ? body['messages'] : []
  for (const message of messages) lists.push(isJson(message) ? message['content'] : null)
  const blocks = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
  const marked = blocks.filter((block) => isJson(block) && 'cache_control' in block)
  const times = marked.map((block) => timeOf(isJson(block) ? block['cache_control'] : null))
  const odd = times.find((time) => time !== '5m' && time !== '1h')
  if (odd !== undefined) return "cache_control.ephemeral.ttl: Input should be '5m' or '1h'"
  if (times.lastIndexOf('1h') > (times.includes('5m') ? times.indexOf('5m') : times.length)) {
    return "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block"
  }
  return marked.length <= MAX_MARKERS
    ? null
    : `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${marked.length}.`
}

/** The lifetime that a marker requests; undefined if the marker is invalid. */
function timeOf(marker: unknown): unknown {
  return isJson(marker) && marker['type'] === 'ephemeral' ? (marker['ttl'] ?? '5m') : undefined
}
