import type { AppError } from '../../shared/app-error.ts'
import type { ConversationId, MessageId } from '../../shared/ids.ts'
import type { MessageMode, WaitingMessage } from '../../shared/messages/waiting.ts'
import type { Client } from '../../client/client.ts'
import type { Composing } from './composer/composing.ts'
import { isBusy } from './composer/step.ts'

/** A person's actions on waiting messages. A failure is shown in the conversation, and all messages keep waiting. */
export interface Outbox {
  remove(conversationId: ConversationId, messageId: MessageId): Promise<void>
  order(conversationId: ConversationId, messageIds: readonly MessageId[]): Promise<void>
  /** Makes held messages wait for this instead. */
  release(
    conversationId: ConversationId,
    message: WaitingMessage,
    when: 'idle' | 'nextStep',
  ): Promise<void>
  /** Sends the first to the agent now, the others at its next step; if it is busy, all of them. */
  sendAll(conversationId: ConversationId, messages: readonly WaitingMessage[]): Promise<void>
  /** Returns the reason why a busy agent did not accept the message now: it can be stopped for it. */
  send(
    conversationId: ConversationId,
    messageId: MessageId,
    mode: MessageMode,
  ): Promise<AppError | null>
}

export function createOutbox(client: Client, { notify }: Pick<Composing, 'notify'>): Outbox {
  return {
    remove: async (conversationId, messageId) => {
      const answer = await client.request('outbox.remove', { conversationId, messageId })
      notify(conversationId, answer.ok ? null : answer.error)
    },
    order: async (conversationId, messageIds) => {
      const answer = await client.request('outbox.order', { conversationId, messageIds })
      notify(conversationId, answer.ok ? null : answer.error)
    },
    release: async (conversationId, message, when) => {
      const released = { ...message, when }
      const answer = await client.request('outbox.put', { conversationId, message: released })
      notify(conversationId, answer.ok ? null : answer.error)
    },
    sendAll: async (conversationId, messages) => {
      const [first, ...others] = messages
      if (first === undefined) return
      const input = { conversationId, messageId: first.id, mode: 'policy' } as const
      const sent = await client.request('outbox.send', input)
      if (!sent.ok && !isBusy(sent.error.code)) return notify(conversationId, sent.error)
      for (const each of sent.ok ? others : messages) {
        const message = { ...each, when: 'nextStep' } as const
        const put = await client.request('outbox.put', { conversationId, message })
        if (!put.ok) return notify(conversationId, put.error)
      }
      notify(conversationId, null)
    },
    send: async (conversationId, messageId, mode) => {
      const message = { conversationId, messageId, mode }
      const answer = await client.request('outbox.send', message)
      const refused = answer.ok ? null : answer.error
      if (refused !== null && isBusy(refused.code)) return refused
      notify(conversationId, refused)
      return null
    },
  }
}

/** The order after one message was moved by this many places, within the ends. */
export function withMoved(
  order: readonly MessageId[],
  id: MessageId,
  by: number,
): readonly MessageId[] {
  const from = order.indexOf(id)
  if (from < 0) return order
  const rest = order.filter((each) => each !== id)
  const to = Math.min(Math.max(from + by, 0), rest.length)
  return rest.toSpliced(to, 0, id)
}
