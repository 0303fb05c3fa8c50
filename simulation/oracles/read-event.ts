import { assertNever } from '../../src/shared/assert-never.ts'
import type { Block } from '../../src/shared/content.ts'
import type { MessageId } from '../../src/shared/ids.ts'
import type { MessageContent } from '../../src/shared/message.ts'
import type { CallFacts, ConversationEvent, Input, InputOf } from '../../src/main/core/event.ts'
import type { StoredInput } from '../../src/main/core/stored.ts'
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
  const text = content?.type === 'tool' ? (content.content[0]?.text ?? '') : ''
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
      return { ...rest, content: content?.type === 'tool' ? content.content : [] }
    }
    case 'cancelRequested':
    case 'continueRequested':
    case 'retryRequested':
    case 'settingsChanged':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
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

function readReply(
  stored: StoredOf<'llmResponded'>,
  contentOf: ContentOf,
): InputOf<'llmResponded'> {
  const { replyId, dropped, calls, ...rest } = stored
  const content = replyId === null ? null : contentOf(replyId)
  const kept = content?.type === 'agent' ? content.blocks : []
  const blocks = [...kept, ...dropped.map(blankOf)]
  const inputs = blocks.flatMap((block) => (block.type === 'toolCall' ? [block.input] : []))
  const whole = calls.map((facts, index): CallFacts => {
    return { ...facts, input: inputs[index] ?? { type: 'unparsed', text: '' } }
  })
  return { ...rest, blocks, calls: whole }
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
