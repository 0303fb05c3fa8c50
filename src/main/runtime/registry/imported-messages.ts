import { assertNever } from '../../../shared/assert-never.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent, NewMessage } from '../../../shared/messages/message.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import type { Timers } from '../ports/ports.ts'
import { copyInSlices } from './copy-in-slices.ts'

/** The text for the model if the session does not begin with a person's message. */
const BEGINNING = 'The beginning of this conversation was not imported.'
/** Matches characters that providers do not accept in a tool's name. */
const NAME = /[^a-zA-Z0-9_-]/g
const LONGEST_NAME = 64

/**
 * Returns the beginning of an imported conversation: that of a fork at the end of the given history, whatever it
 * contains. It begins with a user message, its calls have names that providers accept, and it names no sub-agent or
 * repair of another Phoenix. A long one is converted in slices.
 */
export async function importedMessages(
  timers: Pick<Timers, 'soon'>,
  history: readonly Message[],
  id: ConversationId,
): Promise<readonly NewMessage[]> {
  const messages = await copyInSlices(timers, activeMessages(history), id, usableOf)
  const first = messages.find(({ content }) => isSaid(content))
  if (first?.content.type !== 'agent') return messages
  const opening = { type: 'user', text: BEGINNING, attachments: [], author: 'phoenix' } as const
  return [{ id: `${id}.m0` as MessageId, at: first.at, content: opening }, ...messages]
}

/** Returns how many messages of a history `importedMessages` leaves out, besides the marks of rewinds. */
export function countUncopied(history: readonly Message[]): number {
  const rows = history.filter(({ content }) => content.type !== 'rewound')
  return rows.length - usableOf(activeMessages(history)).length
}

function usableOf(active: readonly Message[]): readonly Message[] {
  return active
    .filter(isUsable)
    .map((message) => ({ ...message, content: contentOf(message.content) }))
}

/** Messages written at once, and about how many characters: more would delay everybody who presses Stop. */
const [SLICE, SLICE_CHARS] = [20, 64_000]

/**
 * Returns slices that are written one after the other, each but the last up to a reply: the end of the last determines
 * which results are owed.
 */
export function* slicesOf(messages: readonly NewMessage[]): Generator<readonly NewMessage[], void> {
  let slice: NewMessage[] = []
  let chars = 0
  for (const message of messages) {
    slice.push(message)
    chars += charsOf(message.content)
    if (slice.length < SLICE && chars < SLICE_CHARS) continue
    if (message.content.type !== 'agent') continue
    yield slice
    slice = []
    chars = 0
  }
  if (slice.length > 0) yield slice
}

/** The long texts of a message. */
function charsOf(content: MessageContent): number {
  if (content.type === 'user' || content.type === 'summary') return content.text.length
  if (content.type === 'agent') return JSON.stringify(content.blocks).length
  if (content.type !== 'tool') return 0
  return content.content.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.text.length : 0),
    0,
  )
}

/** True if a request contains some of it. */
function isSaid(content: MessageContent): boolean {
  if (content.type === 'user') return content.text.trim() !== '' || content.attachments.length > 0
  return content.type === 'agent' || content.type === 'summary'
}

/** False if it is meaningless here. */
function isUsable({ content }: Message): boolean {
  switch (content.type) {
    case 'subAgent':
    case 'repair':
    case 'rewound':
      return false
    case 'user':
    case 'agent':
    case 'tool':
    case 'undo':
    case 'summary':
    case 'attachmentsDropped':
    case 'system':
    case 'error':
    case 'unreadable':
      return true
    default:
      return assertNever(content)
  }
}

function contentOf(content: MessageContent): MessageContent {
  return content.type === 'agent' ? { ...content, blocks: content.blocks.map(blockOf) } : content
}

function blockOf(block: Block): Block {
  if (block.type === 'toolCall') return { ...block, name: nameOf(block.name) }
  // No provider accepts an empty signature.
  return block.type === 'thinking' && block.signature === '' ? { ...block, signature: null } : block
}

function nameOf(name: string): string {
  return name.replace(NAME, '_').slice(0, LONGEST_NAME) || 'tool'
}
