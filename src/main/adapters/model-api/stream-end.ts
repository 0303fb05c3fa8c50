import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Fault } from './faults/fault.ts'

/** The end of a stream: a reply, or a failure in its place. */
export type StreamEnd =
  | { readonly type: 'end'; readonly end: ReplyEnd }
  | { readonly type: 'failed'; readonly fault: Fault }
