import { isJson, type Json } from '../json.ts'
import { checkBlock } from './check-block.ts'
import { checkPages } from './check-document.ts'
import { checkImages } from './check-image.ts'

interface Frame {
  readonly hasTools: boolean
  readonly endsWithAssistant: boolean
}

/** The rules between messages: roles, their order, and exactly one result for every call. */
export function checkMessages(messages: unknown, frame: Frame): string | null {
  if (!Array.isArray(messages)) return 'messages: Field required'
  if (messages.length === 0) return 'messages: at least one message is required'
  const ids = new Set<string>()
  let before: Json | null = null
  for (const [index, message] of messages.entries()) {
    const where = `messages.${index}`
    if (!isJson(message)) return `${where}: Input should be a valid dictionary`
    const complaint =
      checkRole(message, before, where) ??
      checkContent(message, where) ??
      checkUniqueIds(message, ids, where) ??
      checkPairing(before, message, where)
    if (complaint !== null) return complaint
    before = message
  }
  return (
    checkLast(before, frame) ??
    checkToolsParameter(messages, frame) ??
    checkImages(messages) ??
    checkPages(messages)
  )
}

function checkRole(message: Json, before: Json | null, where: string): string | null {
  const { role } = message
  if (role !== 'user' && role !== 'assistant') {
    return `${where}.role: Input should be 'user' or 'assistant'`
  }
  if (before === null && role !== 'user') return 'messages: first message must use the "user" role'
  // The API merges neighbours of one role; in a client that means to alternate, this is a bug.
  if (before?.['role'] === role)
    return `${where}: roles must alternate between "user" and "assistant"`
  return null
}

function checkContent(message: Json, where: string): string | null {
  const { role, content } = message
  if (typeof content === 'string') {
    return content.trim() === '' ? `${where}: all messages must have non-empty content` : null
  }
  if (!Array.isArray(content)) return `${where}.content: Field required`
  if (content.length === 0) return `${where}: all messages must have non-empty content`
  for (const [index, block] of content.entries()) {
    const complaint = checkBlock(block, String(role), `${where}.content.${index}`)
    if (complaint !== null) return complaint
  }
  return null
}

function checkUniqueIds(message: Json, ids: Set<string>, where: string): string | null {
  for (const id of callIds(message)) {
    if (ids.has(id)) return `${where}: \`tool_use\` ids must be unique`
    ids.add(id)
  }
  return null
}

function checkPairing(before: Json | null, message: Json, where: string): string | null {
  const asked = before === null ? [] : callIds(before)
  const blocks = blocksOf(message)
  const answered = blocks.flatMap(({ type, tool_use_id: id }) =>
    type === 'tool_result' ? [String(id)] : [],
  )
  const missing = asked.filter((id) => !answered.includes(id))
  if (missing.length > 0) {
    return `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}`
  }
  const extra = answered.filter((id) => !asked.includes(id))
  if (extra.length > 0) {
    return `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${extra.join(', ')}`
  }
  if (new Set(answered).size !== answered.length) {
    return `${where}: each tool_use must have a single result`
  }
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result')
  const lastResult = blocks.findLastIndex(({ type }) => type === 'tool_result')
  return firstOther !== -1 && lastResult > firstOther
    ? `${where}: \`tool_result\` blocks must come first`
    : null
}

function checkLast(last: Json | null, frame: Frame): string | null {
  if (last?.['role'] !== 'assistant') return null
  if (callIds(last).length > 0) return 'messages: the last calls have no results'
  return frame.endsWithAssistant
    ? null
    : 'This model does not support assistant message prefill. The conversation must end with a user message.'
}

function checkToolsParameter(messages: readonly unknown[], frame: Frame): string | null {
  if (frame.hasTools) return null
  const usesTools = messages.some(
    (message) =>
      isJson(message) &&
      blocksOf(message).some(({ type }) => type === 'tool_use' || type === 'tool_result'),
  )
  return usesTools
    ? 'Requests which include `tool_use` or `tool_result` blocks must define tools'
    : null
}

function blocksOf(message: Json): readonly Json[] {
  const { content } = message
  return Array.isArray(content) ? content.filter(isJson) : []
}

function callIds(message: Json): readonly string[] {
  return blocksOf(message).flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : []))
}
