import type { ReadyToSend } from '../../core/turn/outbox.ts'
import { messageInput } from './record/outbox.ts'
import type { Answer, Item } from './mailbox-item.ts'

/**
 * Rule 1: sends messages that waited for a step before all reports: one at a time, in order, and none after a refused
 * one.
 */
export class QueuedMessages {
  readonly #put: (item: Item) => void
  isSending = false

  constructor(put: (item: Item) => void) {
    this.#put = put
  }

  send({ messages, mode }: ReadyToSend): void {
    const [next, ...later] = messages
    this.isSending = next !== undefined
    if (next === undefined) return
    const answer = ({ type }: Answer): void =>
      this.send({ messages: type === 'accepted' ? later : [], mode })
    this.#put({ input: messageInput(next, mode), settles: null, answer })
  }
}
