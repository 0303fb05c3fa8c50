import { assertNever } from '../../../shared/assert-never.ts'
import { type Block, type CallInput, textsOf } from '../../../shared/messages/content.ts'
import type { EventId, MessageId } from '../../../shared/ids.ts'
import type { MessageContent, NewMessage } from '../../../shared/messages/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { ConversationEvent, EndedChild, Input, OpenCall } from '../machine/event.ts'
import { takePrinted } from '../machine/printed-text.ts'
import { restoreFacts } from './stored-call.ts'
import type { StoredEvent, StoredInput } from './stored.ts'

/** The event types that this version knows. A new type without an entry does not compile. */
const KNOWN: { readonly [Type in Input['type']]: true } = {
  userMessage: true,
  cancelRequested: true,
  approvalAnswered: true,
  questionAnswered: true,
  continueRequested: true,
  retryRequested: true,
  compactRequested: true,
  turnExtended: true,
  attachmentsDropped: true,
  rewound: true,
  forked: true,
  settingsChanged: true,
  editsUndone: true,
  hooksAnswered: true,
  shutdownRequested: true,
  sessionOpened: true,
  sessionClosed: true,
  recovered: true,
  timerFired: true,
  llmStreamStarted: true,
  llmResponded: true,
  llmFailed: true,
  toolFinished: true,
  toolAsked: true,
  questionWithdrawn: true,
  childChanged: true,
  workLost: true,
  storeFailed: true,
}

type ContentOf = (id: MessageId) => MessageContent | null
type Restored<Value> = Result<Value, string>

/** Rebuilds an event as `transition` received it, from its row and the messages that the row names. */
export function restoreEvent(
  row: { readonly id: string; readonly at: number; readonly body: unknown },
  contentOf: ContentOf,
): Restored<ConversationEvent> {
  const { input, random, printedIn, sleptMs = 0 } = row.body as StoredEvent
  if (!Object.hasOwn(KNOWN, input.type)) return failed(`no event of this version: ${input.type}`)
  const restored = restoreInput(input, contentOf)
  const printed = restorePrinted(printedIn, contentOf)
  if (!restored.ok) return restored
  if (!printed.ok) return printed
  const { id, at } = row
  const envelope = { id: id as EventId, at, random, printed: printed.value, sleptMs }
  return ok({ ...restored.value, ...envelope, isFolderGone: wasFolderGone(restored.value) })
}

/**
 * Restores `isFolderGone` from the fact that a recorded event was accepted: a turn starts only in an existing folder,
 * and the folder is changed only if the old one is gone.
 */
function wasFolderGone(input: Input): boolean {
  return input.type === 'settingsChanged' && input.change.folder !== undefined
}

function restorePrinted(holder: MessageId | null, contentOf: ContentOf): Restored<string> {
  if (holder === null) return ok('')
  const content = contentOf(holder)
  if (content?.type !== 'tool') return missing(holder)
  const text = textsOf(content.content).join('')
  return ok(takePrinted(text))
}

function restoreInput(input: StoredInput, contentOf: ContentOf): Restored<Input> {
  switch (input.type) {
    case 'userMessage': {
      const content = contentOf(input.messageId)
      if (content?.type !== 'user') return missing(input.messageId)
      const { attachments, instructions, text } = content
      return ok({ ...input, text, attachments, instructions })
    }
    case 'llmResponded':
      return restoreReply(input, contentOf)
    case 'llmFailed':
      return ok({ ...input, repairs: input.repairs ?? [] })
    case 'toolFinished': {
      const { messageId, ...rest } = input
      if (messageId === null) return ok({ ...rest, content: [], files: [] })
      const content = contentOf(messageId)
      if (content?.type !== 'tool') return missing(messageId)
      const { files, hooks } = content
      const parts = { content: content.content, files }
      return ok({ ...rest, ...parts, ...(hooks !== undefined && { hooks }) })
    }
    case 'hooksAnswered': {
      const { messageId, ...rest } = input
      const content = messageId === null ? null : contentOf(messageId)
      if (content?.type !== 'user' && content?.type !== 'system') return missing(messageId)
      const text = content.type === 'user' ? content.text : ''
      const of = rest.of.type === 'message' ? { ...rest.of, text } : rest.of
      return ok({ ...rest, of, runs: content.hooks ?? [] })
    }
    case 'editsUndone': {
      const { messageId, type } = input
      const content = messageId === null ? null : contentOf(messageId)
      if (content?.type !== 'undo') return missing(messageId)
      const { files, messageIds, of } = content
      return ok({ type, of, messageIds, files })
    }
    case 'forked':
      return restoreBeginning(input, contentOf)
    case 'childChanged':
      return restoreChange(input, contentOf)
    case 'recovered':
      return restoreRecovered(input, contentOf)
    case 'cancelRequested':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'turnExtended':
    case 'attachmentsDropped':
    case 'rewound':
    case 'settingsChanged':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'timerFired':
    case 'llmStreamStarted':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'workLost':
    case 'storeFailed':
      return ok(input)
    default:
      return assertNever(input)
  }
}

type StoredOf<Type extends StoredInput['type']> = Extract<StoredInput, { type: Type }>

function restoreReply(input: StoredOf<'llmResponded'>, contentOf: ContentOf): Restored<Input> {
  const { replyId, dropped, calls, ...rest } = input
  const kept = replyId === null ? [] : keptIn(contentOf(replyId))
  if (kept === null) return missing(replyId)
  const blocks = [...kept, ...dropped.map(emptyBlock)]
  const inputs = blocks.flatMap((block) => (block.type === 'toolCall' ? [block.input] : []))
  const facts = calls.map((call, index) => restoreFacts(call, inputs[index] ?? EMPTY))
  return ok({ ...rest, blocks, calls: facts })
}

function restoreBeginning(input: StoredOf<'forked'>, contentOf: ContentOf): Restored<Input> {
  const { type } = input
  if ('messageId' in input) {
    const { messageId } = input
    const content = messageId === null ? null : contentOf(messageId)
    if (content?.type !== 'summary') return missing(messageId)
    const { model, text } = content
    return ok({ type, from: { type: 'summary', text, model } })
  }
  const messages: NewMessage[] = []
  for (const { id, at } of input.copies) {
    const content = contentOf(id)
    if (content === null) return missing(id)
    messages.push({ id, at, content })
  }
  return ok({ type, from: { type: 'messages', messages } })
}

/** Returns the stored content of a reply: its blocks, or the text of a summary. */
function keptIn(content: MessageContent | null): readonly Block[] | null {
  if (content?.type === 'agent') return content.blocks
  return content?.type === 'summary' ? [{ type: 'text', text: content.text }] : null
}

function restoreChange(input: StoredOf<'childChanged'>, contentOf: ContentOf): Restored<Input> {
  const { now } = input
  if (now.type !== 'ended') return ok({ ...input, now })
  const { messageId, tokens = 0, ...rest } = now
  if (messageId === null) return ok({ ...input, now: { ...rest, text: '', tokens } })
  const content = contentOf(messageId)
  if (content?.type !== 'subAgent') return missing(messageId)
  return ok({ ...input, now: { ...rest, text: content.text, tokens } })
}

function restoreRecovered(input: StoredOf<'recovered'>, contentOf: ContentOf): Restored<Input> {
  const openCalls: OpenCall[] = []
  for (const { callId, was } of input.openCalls) {
    if (was.type !== 'delegated') {
      openCalls.push({ callId, was })
      continue
    }
    const children: EndedChild[] = []
    for (const { isTold: isRecorded, messageId, ...child } of was.children) {
      const content = messageId === null ? null : contentOf(messageId)
      if (content?.type !== 'subAgent') return missing(messageId)
      const { task, text } = content
      children.push({ ...child, task, text, messageId: isRecorded ? messageId : null })
    }
    openCalls.push({ callId, was: { type: 'delegated', children } })
  }
  return ok({ ...input, openCalls })
}

const EMPTY: CallInput = { type: 'object', value: {} }

/** Steps only look at the kind of a block that was not stored. A text that was not stored was blank or refused. */
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
    case 'providerItem':
      return { type, field: '', json: {} }
    case 'serverTool':
      return { type, step: { type: 'result', id: '', found: [], failure: null }, json: {} }
    case 'other':
      return { type, json: {} }
    default:
      return assertNever(type)
  }
}

function missing(id: MessageId | null): Restored<never> {
  return failed(`the message ${id ?? '(none)'} that it names is not there, or is no such message`)
}
