import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { isLandmark } from '../../core/request/needed-messages.ts'
import { messagesIn, pageIn } from './memory/memory-messages.ts'
import type { TypedPage } from '../ports/history-store.ts'
import type { ActiveStore } from '../conversation/record/find-active.ts'
import type { NeededStore } from '../conversation/record/read-needed.ts'

export const HISTORY_ID = 'c1' as ConversationId

type Typed = [types: readonly MessageContent['type'][], page: TypedPage]

/** A growing history that counts what is read of it. */
export class CountedReads implements NeededStore, ActiveStore {
  count = 0
  /** The largest number of messages read at once. */
  largest = 0
  #messagesOfIt: readonly Message[]

  constructor(messages: readonly Message[]) {
    this.#messagesOfIt = messages
  }

  add(messages: readonly Message[]): void {
    this.#messagesOfIt = [...this.#messagesOfIt, ...messages]
  }

  messages(_id: ConversationId, page: Parameters<NeededStore['messages']>[1]): readonly Message[] {
    return this.#read(pageIn({ messages: this.#messagesOfIt }, page))
  }

  messagesOf(_id: ConversationId, ...[types, page]: Typed): readonly Message[] {
    return this.#read(messagesIn({ messages: this.#messagesOfIt }, types, page))
  }

  landmarks(): readonly Message[] {
    return this.#read(this.#messagesOfIt.filter(({ content }) => isLandmark(content)))
  }

  seekLandmarks(): boolean {
    return false
  }

  message(messageId: MessageId): ReturnType<ActiveStore['message']> {
    const [message] = this.#read(this.#messagesOfIt.filter(({ id }) => id === messageId))
    return message === undefined ? null : { conversationId: HISTORY_ID, message }
  }

  #read(messages: readonly Message[]): readonly Message[] {
    this.count += messages.length
    this.largest = Math.max(this.largest, messages.length)
    return messages
  }
}
