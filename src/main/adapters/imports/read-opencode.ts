import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { endIn, blocksIn, type Json, jsonIn, parseJson, textIn, timeIn } from './foreign-json.ts'
import { type SessionImage, SessionWriter } from './session-writer.ts'

const DATA_URL = /^data:image\/[^;,]+;base64,(.*)$/s
/** opencode's name for a session without a title. */
const NO_TITLE = /^(New|Child) session - /
const ENDS: Readonly<Record<string, ReplyEnd>> = {
  stop: 'endTurn',
  'tool-calls': 'toolUse',
  length: 'maxTokens',
}

/**
 * Reads a session in the format of `opencode export`: `{info, messages: [{info, parts}]}`. Sessions from its database or its
 * folder of files are converted to the same format (opencode-store.ts).
 */
export function readOpencode(text: string): ReadSession {
  return readOpencodeSession(parseJson(text) ?? {})
}

export function readOpencodeSession(session: Json): ReadSession {
  const writer = new SessionWriter('opencode')
  const info = jsonIn(session, 'info')
  const reverted = textIn(jsonIn(info, 'revert'), 'messageID')
  const all = blocksIn(session, 'messages')
  const end = all.findIndex(
    (each) => reverted !== '' && textIn(jsonIn(each, 'info'), 'id') === reverted,
  )
  const messages = end === -1 ? all : all.slice(0, end)
  writer.skip('message that was undone', 'messages that were undone', all.length - messages.length)
  for (const each of messages) readMessage(writer, jsonIn(each, 'info'), blocksIn(each, 'parts'))
  writer.folder = textIn(info, 'directory')
  const title = textIn(info, 'title')
  if (title !== '' && !NO_TITLE.test(title)) writer.title = title
  return writer.whole()
}

function readMessage(writer: SessionWriter, info: Json, parts: readonly Json[]): void {
  const at = timeIn(jsonIn(info, 'time'), 'created')
  if (info['role'] === 'user') return readWords(writer, parts, at)
  if (info['role'] !== 'assistant') {
    return writer.skipUnknown('message', textIn(info, 'role'))
  }
  if (info['summary'] === true) return writer.summary(wordsOf(parts), { at })
  readReply(writer, info, parts, at)
  const error = jsonIn(info, 'error')
  if (textIn(error, 'name') === '') return
  writer.error(textIn(jsonIn(error, 'data'), 'message') || textIn(error, 'name'), { at })
}

function readWords(writer: SessionWriter, parts: readonly Json[], at: number | null): void {
  const own = parts.filter((part) => part['synthetic'] === true || part['ignored'] === true)
  writer.skip('note of opencode', 'notes of opencode', own.length)
  const written = parts.filter((part) => !own.includes(part))
  const images = imagesIn(written)
  const files = written.filter((part) => part['type'] === 'file').length
  writer.skip('file that is not an image', 'files that are not images', files - images.length)
  const tasks = written.map((part) => textIn(part, 'prompt')).filter((prompt) => prompt !== '')
  writer.user([wordsOf(written), ...tasks].filter((text) => text !== '').join('\n'), { at, images })
}

/** Steps of one message become separate replies. */
function readReply(
  writer: SessionWriter,
  info: Json,
  parts: readonly Json[],
  at: number | null,
): void {
  let step = 0
  const end = endIn(info, 'finish', ENDS)
  const model = textIn(info, 'modelID') || 'unknown'
  for (const part of parts) {
    const about = { at, end, key: `${textIn(info, 'id')} ${step}`, model }
    switch (part['type']) {
      case 'step-start':
        step++
        break
      case 'text':
        writer.answer({ type: 'text', text: textIn(part, 'text') }, about)
        break
      case 'reasoning':
        writer.answer({ type: 'thinking', text: textIn(part, 'text'), signature: null }, about)
        break
      case 'tool':
        readCall(writer, part, about)
        break
      case 'step-finish':
      case 'snapshot':
      case 'patch':
      case 'agent':
      case 'retry':
      case 'compaction':
        break
      default:
        writer.skipUnknown('part', textIn(part, 'type'))
    }
  }
}

function readCall(
  writer: SessionWriter,
  part: Json,
  about: Parameters<SessionWriter['call']>[1],
): void {
  const state = jsonIn(part, 'state')
  const id = textIn(part, 'callID')
  writer.call({ id, name: textIn(part, 'tool'), input: state['input'] }, about)
  const time = timeIn(jsonIn(state, 'time'), 'end')
  const images = imagesIn(blocksIn(state, 'attachments'))
  if (state['status'] === 'completed') {
    const hasFailed = Number(jsonIn(state, 'metadata')['exit'] ?? 0) !== 0
    const outcome = hasFailed ? 'failed' : 'ok'
    writer.result(id, { at: time, outcome, text: textIn(state, 'output'), images })
  }
  if (state['status'] === 'error') {
    writer.result(id, { at: time, outcome: 'failed', text: textIn(state, 'error') })
  }
}

function wordsOf(parts: readonly Json[]): string {
  const texts = parts.filter((part) => part['type'] === 'text')
  return texts.map((part) => textIn(part, 'text')).join('\n')
}

function imagesIn(parts: readonly Json[]): readonly SessionImage[] {
  return parts.flatMap((part) => {
    const data = DATA_URL.exec(textIn(part, 'url'))?.[1]
    return data === undefined ? [] : [{ data, name: textIn(part, 'filename') || 'image' }]
  })
}
