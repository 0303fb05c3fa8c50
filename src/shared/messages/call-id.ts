import type { CallInput } from './content.ts'
import type { CallId, MessageId } from '../ids.ts'
import type { Message } from './message.ts'

/** Returns the id of the call at this index among a reply's calls. */
export function callIdOf(replyId: MessageId, index: number): CallId {
  return `${replyId}.${index}` as CallId
}

/** A call as written in its reply. */
export interface WrittenCall {
  readonly name: string
  readonly input: CallInput
}

/** Returns the call with this id; null if its reply is not among the messages. */
export function callIn(messages: readonly Message[], callId: CallId): WrittenCall | null {
  const dot = callId.lastIndexOf('.')
  const replyId = callId.slice(0, dot)
  const reply = messages.findLast(({ id }) => id === replyId)?.content
  if (reply?.type !== 'agent') return null
  const calls = reply.blocks.filter((block) => block.type === 'toolCall')
  const found = calls[Number(callId.slice(dot + 1))]
  return found === undefined ? null : { name: found.name, input: found.input }
}
