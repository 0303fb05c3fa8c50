import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../shared/app-error.ts'
import { type ConversationId, MessageId } from '../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH, type Message } from '../../shared/message.ts'
import type { MessageMode } from '../../shared/waiting.ts'
import type { Client } from '../connection/client.ts'
import type { AttachingRoom } from './attaching.ts'
import type { Drafting } from './drafting.ts'
import { type Outgoing, stillOutgoing } from './outgoing.ts'

/** A Send that waits for an image. `refusedBefore`: the files that were refused before it was pressed. */
export interface WaitingSend {
  readonly refusedBefore: number
  readonly mode: MessageMode
}
export type WaitingSends = ReadonlyMap<ConversationId, WaitingSend>

/** What went wrong last, per conversation, until the next try. */
export type Notices = ReadonlyMap<ConversationId, AppError>

export interface Sending {
  readonly outgoing: StoreApi<readonly Outgoing[]>
  readonly notices: StoreApi<Notices>
  readonly waiting: StoreApi<WaitingSends>
  /**
   * Sends the draft: waits for images that are being prepared, then shows the message at once as on its way. It is back
   * in the composer if the host does not take it.
   */
  send(conversationId: ConversationId, mode?: MessageMode): void
  /** The draft was changed: Send is to be pressed anew. */
  stopWaiting(conversationId: ConversationId): void
  /** Sends again, under their old ids, the messages that a cut line held up. */
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
const NOT_ATTACHED = appError(
  'fileRefused',
  'The message was not sent: an image could not be attached. Send again to send it without.',
)

export function createSending(
  client: Client,
  outgoing: StoreApi<readonly Outgoing[]>,
  drafting: Drafting,
  attaching: AttachingRoom,
): Sending {
  const notices = createStore<Notices>(() => new Map())
  const waiting = createStore<WaitingSends>(() => new Map())

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

  async function deliver({ phase: _phase, ...message }: Outgoing): Promise<void> {
    const { conversationId, messageId } = message
    const answer = await client.request('message.send', message)
    if (answer.ok) {
      setPhase(messageId, 'committed')
      drafting.saveSoon(conversationId)
    } else if (answer.error.code === 'disconnected') {
      setPhase(messageId, 'held')
    } else {
      setPhase(messageId, 'gone')
      attaching.giveBack(conversationId, message.attachments)
      drafting.giveBack(conversationId, message.text)
      notify(conversationId, answer.error)
    }
  }

  function wait(id: ConversationId, mode: MessageMode): void {
    const waits = { refusedBefore: attaching.refused(id), mode }
    waiting.setState(new Map(waiting.getState()).set(id, waits), true)
  }

  function stopWaiting(id: ConversationId): void {
    if (!waiting.getState().has(id)) return
    const next = new Map(waiting.getState())
    next.delete(id)
    waiting.setState(next, true)
  }

  function send(conversationId: ConversationId, mode: MessageMode = 'policy'): void {
    const text = drafting.textOf(conversationId)
    if (text.length > MAX_MESSAGE_LENGTH) return notify(conversationId, TOO_LONG)
    notify(conversationId, null)
    if (attaching.isPreparing(conversationId)) return wait(conversationId, mode)
    if (text.trim() === '' && attaching.ready(conversationId).length === 0) return
    const attachments = attaching.ready(conversationId)
    const messageId = MessageId.parse(crypto.randomUUID())
    const message = { conversationId, messageId, text, attachments, mode }
    const sent: Outgoing = { ...message, phase: 'sending' }
    // On its way before it leaves the composer: at every moment it stands in one of the two.
    outgoing.setState([...outgoing.getState(), sent], true)
    attaching.take(conversationId)
    drafting.change(conversationId, '')
    void deliver(sent)
  }

  /** The last image that a pressed Send waited for is ready; where one was refused, its sender decides anew. */
  attaching.store.subscribe(() => {
    for (const [id, { refusedBefore, mode }] of waiting.getState()) {
      if (attaching.isPreparing(id)) continue
      stopWaiting(id)
      if (attaching.refused(id) > refusedBefore) notify(id, NOT_ATTACHED)
      else send(id, mode)
    }
  })

  return {
    outgoing,
    notices,
    waiting,
    notify,
    send,
    stopWaiting,
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
