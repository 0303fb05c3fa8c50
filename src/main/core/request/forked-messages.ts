import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent, NewMessage } from '../../../shared/messages/message.ts'
import { wordsOfUndo } from '../machine/undo.ts'

/** The result, for the model, of a call that had no result yet at the place of the fork. */
export const CALL_AT_FORK =
  'Interrupted: the user forked the conversation before this call had a result. Its effect is unknown.'

/**
 * Returns the messages that a fork begins with: copies of those that were active when the one at `throughSeq` was said,
 * including it, in order, with ids of the new conversation. Every call has a result. What belongs to the other
 * conversation stays there: what can be undone, what answers cost. Attached files and images are named by hash, so none
 * is copied. Empty if nothing was active.
 */
export function forkedMessages(
  history: readonly Message[],
  throughSeq: number,
  fork: ConversationId,
): readonly NewMessage[] {
  const copies = createForkCopier(fork)(activeThrough(history, throughSeq))
  return [...copies, ...resultsOwed(copies)]
}

/** Returns the messages that were active when the one at `throughSeq` was said. */
export function activeThrough(history: readonly Message[], throughSeq: number): readonly Message[] {
  return activeMessages(history.filter(({ seq }) => seq <= throughSeq))
}

/** Returns a function that copies active messages into a fork: all at once, or in consecutive parts. */
export function createForkCopier(
  fork: ConversationId,
): (active: readonly Message[]) => readonly NewMessage[] {
  const ids = new Map<MessageId, MessageId>()
  return (active) =>
    active.flatMap(({ id, seq, at, content }): readonly NewMessage[] => {
      const own = `${fork}.m${seq}` as MessageId
      ids.set(id, own)
      const copy = copyOf(content, ids)
      return copy === null ? [] : [{ id: own, at, content: copy }]
    })
}

/** True if it is the model's turn: the fork ends with a person's message or with results. */
export function owesAnswer(messages: readonly NewMessage[]): boolean {
  const last = messages.findLast(({ content }) => TALK.has(content.type))?.content
  return last?.type === 'user' || last?.type === 'tool'
}

const TALK: ReadonlySet<MessageContent['type']> = new Set(['user', 'agent', 'tool', 'summary'])

/** Returns the content for the fork; null if it is meaningless in another conversation. */
function copyOf(
  content: MessageContent,
  ids: ReadonlyMap<MessageId, MessageId>,
): MessageContent | null {
  switch (content.type) {
    case 'agent':
      return { ...content, usage: NO_USAGE, price: null }
    case 'summary': {
      // Copies are already in place, so the summary covers those before it.
      const { throughSeq: _place, ...summary } = content
      return { ...summary, usage: NO_USAGE, price: null }
    }
    case 'tool': {
      const callId = copiedCall(content.callId, ids)
      return callId === null ? null : { ...content, callId, files: [] }
    }
    case 'subAgent': {
      const callId = copiedCall(content.callId, ids)
      return callId === null ? null : { ...content, callId }
    }
    case 'undo':
      return { type: 'user', text: wordsOfUndo(content), attachments: [], author: 'phoenix' }
    case 'rewound':
      return null
    case 'user':
    case 'repair':
    case 'attachmentsDropped':
    case 'system':
    case 'error':
    case 'unreadable':
      return content
    default:
      return assertNever(content)
  }
}

/** Returns the call's id in the fork; null if its reply is not active. */
function copiedCall(callId: CallId, ids: ReadonlyMap<MessageId, MessageId>): CallId | null {
  const dot = callId.lastIndexOf('.')
  const reply = ids.get(callId.slice(0, dot) as MessageId)
  return reply === undefined ? null : callIdOf(reply, Number(callId.slice(dot + 1)))
}

/** Returns results for the unanswered calls of the last reply; all earlier calls have theirs. */
export function resultsOwed(copies: readonly NewMessage[]): readonly NewMessage[] {
  const place = copies.findLastIndex(({ content }) => content.type === 'agent')
  const reply = copies[place]
  if (reply?.content.type !== 'agent') return []
  const answered = new Set(
    copies.slice(place).flatMap(({ content }) => (content.type === 'tool' ? [content.callId] : [])),
  )
  const calls = reply.content.blocks.filter(({ type }) => type === 'toolCall')
  return calls.flatMap((_call, index): readonly NewMessage[] => {
    const callId = callIdOf(reply.id, index)
    if (answered.has(callId)) return []
    return [{ id: `${reply.id}.r${index}` as MessageId, at: reply.at, content: owed(callId) }]
  })
}

function owed(callId: CallId): MessageContent {
  const content = [{ type: 'text', text: CALL_AT_FORK }] as const
  return {
    type: 'tool',
    callId,
    outcome: 'unknown',
    content,
    durationMs: null,
    summary: null,
    files: [],
  }
}
