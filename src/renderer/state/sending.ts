import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../shared/app-error.ts'
import { type ConversationId, MessageId } from '../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH, type Message } from '../../shared/message.ts'
import type { Client } from '../connection/client.ts'
import type { Drafting } from './drafting.ts'
import { type Outgoing, stillOutgoing } from './outgoing.ts'

/** What went wrong last, per conversation, until the next try. */
export type Notices = ReadonlyMap<ConversationId, AppError>

export interface Sending {
  readonly outgoing: StoreApi<readonly Outgoing[]>
  readonly notices: StoreApi<Notices>
  /** Shows the text at once as on its way; it is back in the composer if the host does not take it. */
  send(conversationId: ConversationId, text: string): void
  /** Sends again, under their old ids, the texts that a cut line held up. */
  resume(): void
  /** The host's own copies are here: what they hold is on its way no longer. */
  settle(conversationId: ConversationId, messages: readonly Message[]): void
  /** A fresh snapshot is here: it holds all that was stored before it. */
  settleStored(conversationId: ConversationId): void
  notify(conversationId: ConversationId, notice: AppError | null): void
}

const TOO_LONG = appError(
  'messageTooLong',
  `The message was not sent: it is longer than ${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters. Shorten it, or put the text into a file in the folder.`,
)

export function createSending(
  client: Client,
  outgoing: StoreApi<readonly Outgoing[]>,
  drafting: Drafting,
): Sending {
  const notices = createStore<Notices>(() => new Map())

  function notify(id: ConversationId, notice: AppError | null): void {
    if (notice === null && !notices.getState().has(id)) return
    const next = new Map(notices.getState())
    if (notice === null) next.delete(id)
    else next.set(id, notice)
    notices.setState(next, true)
  }

  function setPhase(messageId: MessageId, phase: Outgoing['phase'] | 'gone'): void {
    const all = outgoing.getState()
    const next =
      phase === 'gone'
        ? all.filter((each) => each.messageId !== messageId)
        : all.map((each) => (each.messageId === messageId ? { ...each, phase } : each))
    outgoing.setState(next, true)
  }

  async function deliver({ conversationId, messageId, text }: Outgoing): Promise<void> {
    const answer = await client.request('message.send', { conversationId, messageId, text })
    if (answer.ok) {
      setPhase(messageId, 'committed')
      drafting.saveSoon(conversationId)
    } else if (answer.error.code === 'disconnected') {
      setPhase(messageId, 'held')
    } else {
      setPhase(messageId, 'gone')
      drafting.giveBack(conversationId, text)
      notify(conversationId, answer.error)
    }
  }

  return {
    outgoing,
    notices,
    notify,
    send: (conversationId, text) => {
      if (text.trim() === '') return
      if (text.length > MAX_MESSAGE_LENGTH) return notify(conversationId, TOO_LONG)
      notify(conversationId, null)
      const messageId = MessageId.parse(crypto.randomUUID())
      const sent: Outgoing = { conversationId, messageId, text, phase: 'sending' }
      outgoing.setState([...outgoing.getState(), sent], true)
      drafting.change(conversationId, '')
      void deliver(sent)
    },
    resume: () => {
      for (const each of outgoing.getState()) {
        if (each.phase !== 'held') continue
        setPhase(each.messageId, 'sending')
        void deliver(each)
      }
    },
    settleStored: (conversationId) => {
      const all = outgoing.getState()
      const isDone = (each: Outgoing): boolean =>
        each.conversationId === conversationId && each.phase === 'committed'
      if (all.some(isDone))
        outgoing.setState(
          all.filter((each) => !isDone(each)),
          true,
        )
    },
    settle: (conversationId, messages) => {
      const all = outgoing.getState()
      const still = new Set(stillOutgoing(all, conversationId, messages))
      const next = all.filter((each) => each.conversationId !== conversationId || still.has(each))
      if (next.length < all.length) outgoing.setState(next, true)
    },
  }
}
