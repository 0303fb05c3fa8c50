import type { Block } from '../../../shared/messages/content.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { branchTo } from './branch-to.ts'
import {
  endIn,
  blocksIn,
  isJson,
  type Json,
  jsonIn,
  jsonLines,
  textIn,
  timeIn,
} from './foreign-json.ts'
import { type SessionImage, SessionWriter } from './session-writer.ts'

/** Text that Claude Code itself added to the user's messages. */
const OWN_WORDS =
  /^\s*<(command-name|command-message|local-command-\w+|bash-std\w+|task-notification)>/
const TITLES = ['customTitle', 'aiTitle', 'summary'] as const
const ENDS: Readonly<Record<string, ReplyEnd>> = {
  end_turn: 'endTurn',
  tool_use: 'toolUse',
  max_tokens: 'maxTokens',
  stop_sequence: 'stopSequence',
  refusal: 'refusal',
}

/**
 * Reads a session of Claude Code (~/.claude/projects/FOLDER/ID.jsonl): a tree of lines by `parentUuid`, of which the branch
 * of the last line counts. Each block of a reply is a line; all lines of a reply have the id of the API's message.
 */
export function readClaudeCode(text: string): ReadSession {
  const { broken, lines: all } = jsonLines(text)
  const lines = eachOnce(all)
  const writer = new SessionWriter('claude-code')
  writer.skip('line that is not JSON', 'lines that are not JSON', broken)
  writer.skip('line that is there twice', 'lines that are there twice', all.length - lines.length)
  const branch = branchOf(lines)
  for (const line of lines) readLine(writer, line, branch)
  for (const name of TITLES.toReversed()) {
    const title = lines.map((line) => textIn(line, name)).findLast((each) => each !== '')
    if (title !== undefined) writer.title = title
  }
  return writer.whole()
}

function eachOnce(lines: readonly Json[]): readonly Json[] {
  const seen = new Set<string>()
  return lines.filter((line) => {
    const id = textIn(line, 'uuid')
    const isNew = id === '' || !seen.has(id)
    seen.add(id)
    return isNew
  })
}

/** The ids of the lines from the first to the last. If calls ran in parallel, their results are on side branches. */
function branchOf(lines: readonly Json[]): ReadonlySet<string> {
  const own = lines.filter((line) => line['isSidechain'] !== true && textIn(line, 'uuid') !== '')
  const last = own.findLast(({ type }) => type === 'user' || type === 'assistant')
  const links = own.map((line) => ({ id: textIn(line, 'uuid'), parent: parentOf(line) }))
  return branchTo(textIn(last ?? {}, 'uuid'), links)
}

function parentOf(line: Json): string {
  return textIn(line, 'parentUuid') || textIn(line, 'logicalParentUuid')
}

function readLine(writer: SessionWriter, line: Json, branch: ReadonlySet<string>): void {
  const { type } = line
  if (type !== 'user' && type !== 'assistant') {
    const name = textIn(line, 'type')
    if (!KNOWN.has(name)) writer.skipUnknown('entry', name)
    return
  }
  if (line['isSidechain'] === true)
    return writer.skip('message of a sub-agent', 'messages of sub-agents')
  const blocks = blocksIn(jsonIn(line, 'message'), 'content')
  const isResult = blocks.some((block) => block['type'] === 'tool_result')
  if (!branch.has(textIn(line, 'uuid')) && !isResult)
    return writer.skip('message of another branch', 'messages of other branches')
  if (writer.folder === '') writer.folder = textIn(line, 'cwd')
  if (type === 'assistant') readReply(writer, line, blocks)
  else readWords(writer, line, blocks)
}

/** Lines that are not part of the conversation. */
const KNOWN = new Set([
  'summary',
  'custom-title',
  'ai-title',
  'agent-name',
  'attachment',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'system',
  'tag',
])

function readReply(writer: SessionWriter, line: Json, blocks: readonly Json[]): void {
  const at = timeIn(line, 'timestamp')
  const message = jsonIn(line, 'message')
  if (line['isApiErrorMessage'] === true) return writer.error(wordsOf(blocks), { at })
  const key = textIn(message, 'id') || textIn(line, 'uuid')
  const end = endIn(message, 'stop_reason', ENDS)
  const about = { at, end, key, model: textIn(message, 'model') || 'unknown' }
  for (const block of blocks) {
    const converted = blockOf(block)
    if (converted !== null) writer.answer(converted, about)
    else if (block['type'] === 'tool_use') {
      writer.call(
        { id: textIn(block, 'id'), name: textIn(block, 'name'), input: block['input'] },
        about,
      )
    } else writer.skipUnknown('part', textIn(block, 'type'))
  }
}

function blockOf(block: Json): Block | null {
  if (block['type'] === 'text') return { type: 'text', text: textIn(block, 'text') }
  if (block['type'] !== 'thinking') return null
  return { type: 'thinking', text: textIn(block, 'thinking'), signature: null }
}

function readWords(writer: SessionWriter, line: Json, blocks: readonly Json[]): void {
  const at = timeIn(line, 'timestamp')
  for (const block of blocks.filter((each) => each['type'] === 'tool_result')) {
    const content = blocksIn(block, 'content')
    const outcome = block['is_error'] === true ? 'failed' : 'ok'
    const id = textIn(block, 'tool_use_id')
    writer.result(id, { at, outcome, text: wordsOf(content), images: imagesIn(content) })
  }
  const text = wordsOf(blocks)
  if (line['isCompactSummary'] === true) return writer.summary(text, { at })
  if (line['isMeta'] === true || OWN_WORDS.test(text))
    return writer.skip('note of Claude Code', 'notes of Claude Code')
  writer.user(text, { at, images: imagesIn(blocks) })
}

function wordsOf(blocks: readonly Json[]): string {
  const texts = blocks.filter((block) => block['type'] === 'text')
  return texts.map((block) => textIn(block, 'text')).join('\n')
}

function imagesIn(blocks: readonly Json[]): readonly SessionImage[] {
  return blocks.flatMap((block) => {
    const source = jsonIn(block, 'source')
    const isInline = block['type'] === 'image' && isJson(source) && source['type'] === 'base64'
    return isInline ? [{ data: textIn(source, 'data'), name: 'image' }] : []
  })
}
