import { assertNever } from '../../src/shared/assert-never.ts'
import { type Block, textsOf } from '../../src/shared/content.ts'
import type { MessageId } from '../../src/shared/ids.ts'
import type { MessageContent } from '../../src/shared/message.ts'
import type {
  CallFacts,
  ConversationEvent,
  EndedChild,
  Input,
  InputOf,
  OpenCall,
} from '../../src/main/core/event.ts'
import type { StoredInput } from '../../src/main/core/stored.ts'
import { restoreFacts } from '../../src/main/core/stored-call.ts'
import type { LogRow } from '../../src/main/runtime/ports.ts'

type ContentOf = (id: MessageId) => MessageContent | null
type StoredOf<Type extends StoredInput['type']> = Extract<StoredInput, { type: Type }>
type InputRow = Extract<LogRow, { kind: 'input' }>

/** What stands before the output of a call whose round was closed. */
const PRINTED = '\n\nIt had printed:\n'

/** Puts back what a stored event names instead of holding it. What was dropped comes back as a blank of its kind. */
export function readEvent(row: InputRow, contentOf: ContentOf): ConversationEvent {
  const { input, random, printedIn } = row.event
  const printed = printedIn === null ? '' : printedOf(contentOf(printedIn))
  // The log's id is the event's: the one brand that is put back here.
  const id = row.id as ConversationEvent['id']
  return { ...readInput(input, contentOf), id, at: row.at, random, printed }
}

function printedOf(content: MessageContent | null): string {
  const text = content?.type === 'tool' ? (textsOf(content.content)[0] ?? '') : ''
  const at = text.indexOf(PRINTED)
  return at === -1 ? '' : text.slice(at + PRINTED.length)
}

function readInput(stored: StoredInput, contentOf: ContentOf): Input {
  switch (stored.type) {
    case 'userMessage': {
      const content = contentOf(stored.messageId)
      if (content?.type !== 'user') throw new Error(`no message ${stored.messageId}`)
      return { ...stored, text: content.text, attachments: content.attachments }
    }
    case 'llmResponded':
      return readReply(stored, contentOf)
    case 'toolFinished': {
      const { messageId, ...rest } = stored
      const content = messageId === null ? null : contentOf(messageId)
      const result = content?.type === 'tool' ? content : { content: [], files: [] }
      return { ...rest, content: result.content, files: result.files }
    }
    case 'editsUndone': {
      const content = stored.messageId === null ? null : contentOf(stored.messageId)
      if (content?.type !== 'undo') throw new Error(`no undo ${stored.messageId}`)
      const { files, messageIds, of } = content
      return { type: stored.type, of, messageIds, files }
    }
    case 'childChanged':
      return { ...stored, now: readChange(stored.now, contentOf) }
    case 'recovered':
      return { ...stored, openCalls: stored.openCalls.map((call) => readOpen(call, contentOf)) }
    case 'cancelRequested':
    case 'approvalAnswered':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'settingsChanged':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmFailed':
    case 'workLost':
    case 'storeFailed':
      return stored
    default:
      return assertNever(stored)
  }
}

function readChange(
  now: StoredOf<'childChanged'>['now'],
  contentOf: ContentOf,
): InputOf<'childChanged'>['now'] {
  if (now.type !== 'ended') return now
  const { messageId, tokens = 0, ...rest } = now
  return { ...rest, text: saidOf(messageId, contentOf).text, tokens }
}

function readOpen(
  { callId, was }: StoredOf<'recovered'>['openCalls'][number],
  contentOf: ContentOf,
): OpenCall {
  if (was.type !== 'delegated') return { callId, was }
  const children = was.children.map(({ agentId, outcome, messageId, isTold }): EndedChild => {
    const said = saidOf(messageId, contentOf)
    return { agentId, outcome, ...said, messageId: isTold ? messageId : null }
  })
  return { callId, was: { type: 'delegated', children } }
}

function saidOf(
  messageId: MessageId | null,
  contentOf: ContentOf,
): { readonly task: string; readonly text: string } {
  const content = messageId === null ? null : contentOf(messageId)
  return content?.type === 'subAgent' ? content : { task: '', text: '' }
}

function readReply(
  stored: StoredOf<'llmResponded'>,
  contentOf: ContentOf,
): InputOf<'llmResponded'> {
  const { replyId, dropped, calls, ...rest } = stored
  const content = replyId === null ? null : contentOf(replyId)
  const blocks = [...keptBlocks(content), ...dropped.map(blankOf)]
  const inputs = blocks.flatMap((block) => (block.type === 'toolCall' ? [block.input] : []))
  const whole = calls.map((facts, index): CallFacts => {
    return restoreFacts(facts, inputs[index] ?? { type: 'unparsed', text: '' })
  })
  return { ...rest, blocks, calls: whole }
}

function keptBlocks(content: MessageContent | null): readonly Block[] {
  if (content?.type === 'summary') return [{ type: 'text', text: content.text }]
  return content?.type === 'agent' ? content.blocks : []
}

function blankOf(type: Block['type']): Block {
  switch (type) {
    case 'text':
      return { type, text: '' }
    case 'thinking':
      return { type, text: '', signature: null }
    case 'redactedThinking':
      return { type, data: '' }
    case 'toolCall':
      return { type, providerCallId: '', name: '', input: { type: 'unparsed', text: '' } }
    case 'other':
      return { type, json: {} }
    default:
      return assertNever(type)
  }
}
