import type { CallId, MessageId } from './ids.ts'

/** The id of a reply's call at this index among its calls. */
export function callIdOf(replyId: MessageId, index: number): CallId {
  return `${replyId}.${index}` as CallId
}
