import { isJson, type Json } from '../json.ts'

/** The name of each tool type, and the fields that it accepts (the types of Anthropic's library). */
const TOOLS: ReadonlyMap<unknown, string> = new Map([
  ['web_search_20250305', 'web_search'],
  ['web_fetch_20250910', 'web_fetch'],
])
const TOOL_FIELDS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'max_uses',
  'max_content_tokens',
  'cache_control',
])
const USE_ID = /^srvtoolu_[a-zA-Z0-9_]+$/

export function isServerTool(tool: Json): boolean {
  return 'type' in tool && tool['type'] !== 'custom'
}

export function checkServerTool(tool: Json, index: number): string | null {
  const { max_content_tokens: tokens, max_uses: uses, name, type } = tool
  const known = TOOLS.get(type)
  if (known === undefined) {
    return `tools.${index}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags`
  }
  const where = `tools.${index}.${String(type)}`
  if (name !== known) return `${where}.name: Input should be '${known}'`
  const odd = Object.keys(tool).find((field) => !TOOL_FIELDS.has(field))
  if (odd !== undefined) return `${where}.${odd}: Extra inputs are not permitted`
  if (known === 'web_search' && tokens !== undefined) {
    return `${where}.max_content_tokens: Extra inputs are not permitted`
  }
  for (const count of [uses, tokens]) {
    if (count !== undefined && !(Number.isInteger(count) && Number(count) > 0)) {
      return `${where}: Input should be greater than 0`
    }
  }
  return null
}

export function isServerBlock({ type }: Json): boolean {
  return type === 'server_tool_use' || resultOf(type) !== null
}

/** Checks a server tool block of the assistant. */
export function checkServerBlock(block: Json, where: string): string | null {
  const { content, id, input, name, tool_use_id: of, type } = block
  if (type === 'server_tool_use') {
    if (typeof id !== 'string' || !USE_ID.test(id)) {
      return `${where}.server_tool_use.id: String should match pattern '${USE_ID.source}'`
    }
    if (![...TOOLS.values()].includes(String(name)))
      return `${where}.server_tool_use.name: Input should be one of them`
    return isJson(input)
      ? null
      : `${where}.server_tool_use.input: Input should be a valid dictionary`
  }
  if (typeof of !== 'string' || !USE_ID.test(of))
    return `${where}.${String(type)}.tool_use_id: Field required`
  const isList = type === 'web_search_tool_result' && Array.isArray(content)
  const parts = isList ? content : [content]
  const odd = parts.find((part) => !isJson(part) || typeof part['type'] !== 'string')
  return odd === undefined
    ? null
    : `${where}.${String(type)}.content: Input should be a valid dictionary`
}

const CITATION_FIELDS = ['cited_text', 'encrypted_index', 'title', 'type', 'url']

export function checkCitations(citations: unknown, where: string): string | null {
  if (citations === undefined) return null
  if (!Array.isArray(citations)) return `${where}.citations: Input should be a valid list`
  const odd = citations.find(
    (each) =>
      !isJson(each) ||
      JSON.stringify(Object.keys(each).toSorted()) !== JSON.stringify(CITATION_FIELDS),
  )
  return odd === undefined ? null : `${where}.citations: Extra inputs are not permitted`
}

/**
 * Each use must have its result after it in the same message, or, if it came together with calls of the client, in the
 * next assistant message (the API's page on server tools); uses still open in the last one are run by the API. Error
 * messages: lisette #108, vellum-assistant #25386.
 */
export function checkServerPairs(messages: readonly unknown[], tools: unknown): string | null {
  const offered = new Set(Array.isArray(tools) ? tools.filter(isJson).map(({ name }) => name) : [])
  let open = new Map<string, string>()
  let openedAt = 0
  for (const [index, message] of messages.entries()) {
    if (!isJson(message) || message['role'] !== 'assistant') continue
    const before = open
    open = new Map()
    for (const block of blocksOf(message)) {
      const kind = resultOf(block['type'])
      const id = String(block['type'] === 'server_tool_use' ? block['id'] : block['tool_use_id'])
      if (block['type'] === 'server_tool_use') open.set(id, String(block['name']))
      else if (kind !== null && !open.delete(id) && !before.delete(id)) {
        return `messages.${index}: unexpected \`tool_use_id\` found in \`${String(block['type'])}\` blocks: ${id}. Each \`${String(block['type'])}\` block must have a corresponding \`server_tool_use\` block before it.`
      }
    }
    const lost = [...before][0]
    if (lost !== undefined) return withoutResult(openedAt, lost)
    openedAt = index
  }
  const [left] = open
  if (left === undefined) return null
  const isRun = offered.has(left[1]) && isGoneOnWith(messages, openedAt)
  return isRun ? null : withoutResult(openedAt, left)
}

function isGoneOnWith(messages: readonly unknown[], index: number): boolean {
  if (index === messages.length - 1) return true
  const [first] = blocksOf(messages.at(-1))
  return index === messages.length - 2 && first?.['type'] === 'tool_result'
}

function withoutResult(index: number, [id, name]: readonly [string, string]): string {
  return `messages.${index}: \`${name}\` tool use with id \`${id}\` was found without a corresponding \`${name}_tool_result\` block`
}

function resultOf(type: unknown): string | null {
  return type === 'web_search_tool_result' || type === 'web_fetch_tool_result' ? type : null
}

function blocksOf(message: unknown): readonly Json[] {
  const content = isJson(message) ? message['content'] : null
  return Array.isArray(content) ? content.filter(isJson) : []
}
