import { checkDocument } from './check-document.ts'
import { checkImage } from './check-image.ts'
import { checkCitations, checkServerBlock, isServerBlock } from './check-server-tools.ts'
import { isJson, type Json } from '../json.ts'

/** The rules for one block, by its type and role. */
export function checkBlock(block: unknown, role: string, where: string): string | null {
  if (!isJson(block)) return `${where}: Input should be a valid dictionary`
  const strange = Object.entries(block).find(([, value]) => value === null || value === undefined)
  if (strange !== undefined && strange[0] !== 'cache_control') {
    return `${where}.${strange[0]}: Input should not be null`
  }
  switch (block['type']) {
    case 'text':
      return checkText(block['text'], where) ?? checkCitations(block['citations'], where)
    case 'tool_use':
      return role === 'assistant' ? checkCall(block, where) : misplaced(where, block, role)
    case 'tool_result':
      return role === 'user' ? checkResult(block, where) : misplaced(where, block, role)
    case 'thinking':
      return role === 'assistant' ? checkThinking(block, where) : misplaced(where, block, role)
    case 'redacted_thinking':
      if (role !== 'assistant') return misplaced(where, block, role)
      return typeof block['data'] === 'string' && block['data'] !== ''
        ? null
        : `${where}.redacted_thinking.data: Field required`
    case 'image':
      return role === 'user' ? checkImage(block, where) : misplaced(where, block, role)
    case 'document':
      return role === 'user' ? checkDocument(block, where) : misplaced(where, block, role)
    default:
      if (isServerBlock(block))
        return role === 'assistant' ? checkServerBlock(block, where) : misplaced(where, block, role)
      return typeof block['type'] === 'string' && role === 'assistant'
        ? null
        : `${where}: Input tag '${String(block['type'])}' does not match any of the expected tags`
  }
}

const CALL_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const CALL_ID = /^[a-zA-Z0-9_-]+$/

function checkCall({ id, name, input }: Json, where: string): string | null {
  if (typeof id !== 'string' || !CALL_ID.test(id)) {
    return `${where}.tool_use.id: String should match pattern '${CALL_ID.source}'`
  }
  if (typeof name !== 'string' || !CALL_NAME.test(name)) {
    return `${where}.tool_use.name: String should match pattern '${CALL_NAME.source}'`
  }
  return isJson(input) ? null : `${where}.tool_use.input: Input should be a valid dictionary`
}

/** The API accepts an empty result, but not a blank text in it. */
function checkResult(
  { tool_use_id: id, content, is_error: isError }: Json,
  where: string,
): string | null {
  if (typeof id !== 'string') return `${where}.tool_result.tool_use_id: Field required`
  if (isError !== undefined && typeof isError !== 'boolean') {
    return `${where}.tool_result.is_error: Input should be a valid boolean`
  }
  if (content === undefined || typeof content === 'string') return null
  if (!Array.isArray(content)) return `${where}.tool_result.content: Input should be a valid list`
  for (const [index, part] of content.entries()) {
    const place = `${where}.tool_result.content.${index}`
    if (!isJson(part) || (part['type'] !== 'text' && part['type'] !== 'image')) {
      return `${place}: Input should be a text or image block`
    }
    const complaint =
      part['type'] === 'text' ? checkText(part['text'], place) : checkImage(part, place)
    if (complaint !== null) return complaint
    if (isError === true && part['type'] !== 'text') {
      return `${place}: all content must be type "text" if \`is_error\` is true`
    }
  }
  return null
}

function checkThinking({ thinking, signature }: Json, where: string): string | null {
  if (typeof thinking !== 'string') return `${where}.thinking.thinking: Field required`
  return typeof signature === 'string' && signature !== ''
    ? null
    : `${where}.thinking.signature: Field required`
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

function checkText(text: unknown, where: string): string | null {
  if (typeof text !== 'string') return `${where}.text: Field required`
  if (text === '') return `${where}: text content blocks must be non-empty`
  if (text.trim() === '') return `${where}: text content blocks must contain non-whitespace text`
  return LONE_SURROGATE.test(text) ? `${where}.text: str is not valid UTF-8` : null
}

function misplaced(where: string, block: Json, role: string): string {
  return `${where}: \`${String(block['type'])}\` blocks can not be in \`${role}\` messages`
}
