import { assertNever } from '../../shared/assert-never.ts'
import type { Block, CallInput } from '../../shared/content.ts'
import type { EventId, MessageId } from '../../shared/ids.ts'
import type { MessageContent } from '../../shared/message.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { CallFacts, ConversationEvent, Input } from './event.ts'
import type { StoredEvent, StoredInput } from './stored.ts'

/** The event types that this version knows: a new one without an entry does not compile. */
const KNOWN: { readonly [Type in Input['type']]: true } = {
  userMessage: true,
  cancelRequested: true,
  continueRequested: true,
  retryRequested: true,
  settingsChanged: true,
  shutdownRequested: true,
  sessionOpened: true,
  sessionClosed: true,
  recovered: true,
  timerFired: true,
  llmStreamStarted: true,
  llmResponded: true,
  llmFailed: true,
  toolFinished: true,
  workLost: true,
  storeFailed: true,
}

/** What `closeRound` writes between its own words and what the call had printed. */
const BEFORE_PRINTED = '\n\nIt had printed:\n'

type ContentOf = (id: MessageId) => MessageContent | null
type Restored<Value> = Result<Value, string>

/** An event as `transition` took it, put together from its row and the messages that the row names. */
export function restoreEvent(
  row: { readonly id: string; readonly at: number; readonly body: unknown },
  contentOf: ContentOf,
): Restored<ConversationEvent> {
  const { input, random, printedIn } = row.body as StoredEvent
  if (!Object.hasOwn(KNOWN, input.type)) return failed(`no event of this version: ${input.type}`)
  const restored = restoreInput(input, contentOf)
  const printed = restorePrinted(printedIn, contentOf)
  if (!restored.ok) return restored
  if (!printed.ok) return printed
  const { id, at } = row
  return ok({ ...restored.value, id: id as EventId, at, random, printed: printed.value })
}

function restorePrinted(holder: MessageId | null, contentOf: ContentOf): Restored<string> {
  if (holder === null) return ok('')
  const content = contentOf(holder)
  if (content?.type !== 'tool') return missing(holder)
  const text = content.content.map((part) => part.text).join('')
  const from = text.indexOf(BEFORE_PRINTED)
  return ok(from < 0 ? '' : text.slice(from + BEFORE_PRINTED.length))
}

function restoreInput(input: StoredInput, contentOf: ContentOf): Restored<Input> {
  switch (input.type) {
    case 'userMessage': {
      const content = contentOf(input.messageId)
      if (content?.type !== 'user') return missing(input.messageId)
      return ok({ ...input, text: content.text, attachments: content.attachments })
    }
    case 'llmResponded':
      return restoreReply(input, contentOf)
    case 'toolFinished': {
      const { messageId, ...rest } = input
      if (messageId === null) return ok({ ...rest, content: [] })
      const content = contentOf(messageId)
      if (content?.type !== 'tool') return missing(messageId)
      return ok({ ...rest, content: content.content })
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
      return ok(input)
    default:
      return assertNever(input)
  }
}

function restoreReply(
  input: Extract<StoredInput, { type: 'llmResponded' }>,
  contentOf: ContentOf,
): Restored<Input> {
  const { replyId, dropped, calls, ...rest } = input
  const reply = replyId === null ? null : contentOf(replyId)
  if (replyId !== null && reply?.type !== 'agent') return missing(replyId)
  const kept = reply?.type === 'agent' ? reply.blocks : []
  const blocks = [...kept, ...dropped.map(emptyBlock)]
  const inputs = blocks.flatMap((block) => (block.type === 'toolCall' ? [block.input] : []))
  const facts = calls.map((call, index): CallFacts => ({ ...call, input: inputs[index] ?? EMPTY }))
  return ok({ ...rest, blocks, calls: facts })
}

const EMPTY: CallInput = { type: 'object', value: {} }

/** Of a block that was not kept no step looks at more than its kind; text that was not kept was blank, or refused. */
function emptyBlock(type: Block['type']): Block {
  switch (type) {
    case 'text':
      return { type, text: '' }
    case 'thinking':
      return { type, text: '', signature: null }
    case 'redactedThinking':
      return { type, data: '' }
    case 'toolCall':
      return { type, providerCallId: '', name: '', input: EMPTY }
    case 'other':
      return { type, json: {} }
    default:
      return assertNever(type)
  }
}

function missing(id: MessageId): Restored<never> {
  return failed(`the message ${id} that it names is not there, or is no such message`)
}
