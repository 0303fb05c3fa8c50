import type { Block } from '../../../shared/messages/content.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { branchTo } from './branch-to.ts'
import { endIn, blocksIn, type Json, jsonIn, jsonLines, textIn, timeIn } from './foreign-json.ts'
import { type SessionImage, SessionWriter } from './session-writer.ts'

const ENDS: Readonly<Record<string, ReplyEnd>> = {
  stop: 'endTurn',
  toolUse: 'toolUse',
  length: 'maxTokens',
}

/**
 * Reads a session of pi (~/.pi/agent/sessions/FOLDER/*.jsonl): a tree of entries by `parentId`, of which the branch of the
 * last entry counts. In files of the first version, entries have no ids and follow one another.
 */
export function readPi(text: string): ReadSession {
  const { broken, lines } = jsonLines(text)
  const writer = new SessionWriter('pi')
  writer.skip('line that is not JSON', 'lines that are not JSON', broken)
  const entries = lines.filter(({ type }) => type !== 'session')
  writer.folder = textIn(lines.find(({ type }) => type === 'session') ?? {}, 'cwd')
  const branch = branchOf(entries)
  writer.skip(
    'message of another branch',
    'messages of other branches',
    entries.length - branch.length,
  )
  for (const entry of withSummaryFirst(branch)) readEntry(writer, entry)
  const name = branch.map((entry) => textIn(entry, 'name')).findLast((each) => each !== '')
  if (name !== undefined) writer.title = name
  return writer.whole()
}

function branchOf(entries: readonly Json[]): readonly Json[] {
  if (entries.some((entry) => textIn(entry, 'id') === '')) return entries
  const byId = new Map(entries.map((entry) => [textIn(entry, 'id'), entry]))
  const links = entries.map((entry) => ({
    id: textIn(entry, 'id'),
    parent: textIn(entry, 'parentId'),
  }))
  const branch = [...branchTo(links.at(-1)?.id ?? '', links)].toReversed()
  return branch.map((id) => byId.get(id)).filter((entry) => entry !== undefined)
}

/** Moves the summary to the front: entries kept verbatim when the session was summarised come after it. */
function withSummaryFirst(branch: readonly Json[]): readonly Json[] {
  const at = branch.findLastIndex(({ type }) => type === 'compaction')
  const summary = branch[at]
  if (summary === undefined) return branch
  const kept = branch.findIndex((entry) => textIn(entry, 'id') === summary['firstKeptEntryId'])
  if (kept === -1 || kept > at) return branch
  return [...branch.slice(0, kept), summary, ...branch.slice(kept, at), ...branch.slice(at + 1)]
}

function readEntry(writer: SessionWriter, entry: Json): void {
  const at = timeIn(entry, 'timestamp')
  switch (entry['type']) {
    case 'message':
      return readMessage(writer, jsonIn(entry, 'message'), { at, key: textIn(entry, 'id') })
    case 'compaction':
      return writer.summary(textIn(entry, 'summary'), { at })
    case 'branch_summary':
      return writer.note(textIn(entry, 'summary'), { at })
    case 'custom_message':
      return writer.note(wordsOf(blocksIn(entry, 'content')), { at })
    case 'model_change':
    case 'thinking_level_change':
    case 'custom':
    case 'label':
    case 'session_info':
      return
    default:
      writer.skipUnknown('entry', textIn(entry, 'type'))
  }
}

function readMessage(
  writer: SessionWriter,
  message: Json,
  { at: saved, key }: { readonly at: number | null; readonly key: string },
): void {
  const at = timeIn(message, 'timestamp') ?? saved
  const blocks = blocksIn(message, 'content')
  switch (message['role']) {
    case 'user':
      return writer.user(wordsOf(blocks), { at, images: imagesIn(blocks) })
    case 'assistant':
      return readReply(writer, message, { at, key })
    case 'toolResult': {
      const outcome = message['isError'] === true ? 'failed' : 'ok'
      const result = { at, outcome, text: wordsOf(blocks), images: imagesIn(blocks) } as const
      return writer.result(textIn(message, 'toolCallId'), result)
    }
    case 'bashExecution': {
      const [command, output] = [textIn(message, 'command'), textIn(message, 'output')]
      return writer.note(`The user ran \`${command}\`:\n\n${output}`, { at })
    }
    case 'custom':
    case 'hookMessage':
      return writer.note(wordsOf(blocks), { at })
    default:
      writer.skipUnknown('message', textIn(message, 'role'))
  }
}

function readReply(
  writer: SessionWriter,
  message: Json,
  { at, key }: { readonly at: number | null; readonly key: string },
): void {
  const end = endIn(message, 'stopReason', ENDS)
  // Entries of the first version have no ids.
  const about = { at, end, key: key || String(at), model: textIn(message, 'model') || 'unknown' }
  for (const block of blocksIn(message, 'content')) {
    const converted = blockOf(block)
    if (converted !== null) writer.answer(converted, about)
    else if (block['type'] === 'toolCall') {
      const [id, name] = [textIn(block, 'id'), textIn(block, 'name')]
      writer.call({ id, name, input: block['arguments'] }, about)
    } else writer.skipUnknown('part', textIn(block, 'type'))
  }
  if (textIn(message, 'errorMessage') !== '') writer.error(textIn(message, 'errorMessage'), { at })
}

function blockOf(block: Json): Block | null {
  if (block['type'] === 'text') return { type: 'text', text: textIn(block, 'text') }
  if (block['type'] !== 'thinking') return null
  return { type: 'thinking', text: textIn(block, 'thinking'), signature: null }
}

function wordsOf(blocks: readonly Json[]): string {
  const texts = blocks.filter((block) => block['type'] === 'text')
  return texts.map((block) => textIn(block, 'text')).join('\n')
}

function imagesIn(blocks: readonly Json[]): readonly SessionImage[] {
  const images = blocks.filter((block) => block['type'] === 'image')
  return images.map((block) => ({ data: textIn(block, 'data'), name: 'image' }))
}
