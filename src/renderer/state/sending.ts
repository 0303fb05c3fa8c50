import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../shared/app-error.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { type ConversationId, MessageId } from '../../shared/ids.ts'
import { MAX_MESSAGE_LENGTH, type Message, type MessageDraft } from '../../shared/message.ts'
import type { Result } from '../../shared/result.ts'
import type { Client } from '../connection/client.ts'
import type { AttachingRoom } from './attaching.ts'
import type { Drafting } from './drafting.ts'
import type { EditingRoom } from './editing.ts'
import type { NoticeBoard } from './notices.ts'
import { ASK, type Edited, type Outgoing, type Route, routeOf, stillOutgoing } from './outgoing.ts'

/** A Send that waits for a file. `refusedBefore`: the files that were refused before it was pressed. */
export interface WaitingSend {
  readonly refusedBefore: number
  readonly route: Route
}
export type WaitingSends = ReadonlyMap<ConversationId, WaitingSend>

export interface Sending {
  readonly outgoing: StoreApi<readonly Outgoing[]>
  readonly waiting: StoreApi<WaitingSends>
  /**
   * Sends the draft: waits for files that are being prepared, then shows the message at once as on its way. It is back
   * in the composer if the host does not take it. A waiting message that is being edited goes under its old id.
   */
  send(conversationId: ConversationId, route?: Route): void
  /** The waiting message that is being edited goes back to its place: as it is in the composer, or as it was. */
  putBack(conversationId: ConversationId, as: 'edited' | 'original'): void
  /** The draft was changed: Send is to be pressed anew. */
  stopWaiting(conversationId: ConversationId): void
  /** Sends again, under their old ids, the messages that a cut line held up. */
  resume(): void
  /** The host's own copies are here: what they hold is on its way no longer. */
  settle(conversationId: ConversationId, messages: readonly Message[]): void
  /** A fresh snapshot is here: it holds all that was stored before it. */
  settleStored(conversationId: ConversationId): void
}

export interface SendingRooms {
  readonly client: Client
  readonly outgoing: StoreApi<readonly Outgoing[]>
  readonly drafting: Drafting
  readonly attaching: AttachingRoom
  readonly editing: EditingRoom
  readonly notices: NoticeBoard
}

const TOO_LONG = appError(
  'messageTooLong',
  `The message was not sent: it is longer than ${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters. Shorten it, or put the text into a file in the folder.`,
)
const NOT_ATTACHED = appError(
  'fileRefused',
  'The message was not sent: a file could not be attached. Send again to send it without.',
)

export function createSending(rooms: SendingRooms): Sending {
  const { client, outgoing, drafting, attaching, editing } = rooms
  const { forgetBusy, notify } = rooms.notices
  const waiting = createStore<WaitingSends>(() => new Map())

  function change(messageId: MessageId, next: Partial<Outgoing>): void {
    const all = outgoing.getState()
    outgoing.setState(
      all.map((each) => (each.messageId === messageId ? { ...each, ...next } : each)),
      true,
    )
  }

  function forget(messageId: MessageId): void {
    const left = outgoing.getState().filter((each) => each.messageId !== messageId)
    outgoing.setState(left, true)
  }

  async function deliver(message: Outgoing): Promise<void> {
    const { conversationId, messageId, route } = message
    const answer = await carry(client, message)
    if (answer.ok) {
      // What waits is shown by the list of those that wait.
      if (route.type === 'wait') forget(messageId)
      else change(messageId, { phase: 'committed' })
      drafting.saveSoon(conversationId)
    } else if (answer.error.code === 'disconnected') {
      change(messageId, { phase: 'held' })
    } else if (answer.error.code === 'busy' && route.type === 'now' && route.ifBusy !== 'ask') {
      const next = routeOf(route.ifBusy)
      change(messageId, { route: next })
      await deliver({ ...message, route: next })
    } else {
      // Stored under this id is what it was before it was edited: what it is now is another message.
      const isOther = answer.error.code === 'messageIdReused'
      giveBack(isOther ? { ...message, edited: null } : message)
      notify(conversationId, answer.error)
    }
  }

  function giveBack({ conversationId, messageId, text, attachments, edited }: Outgoing): void {
    forget(messageId)
    if (edited !== null) return editing.resume(conversationId, edited, { text, attachments })
    attaching.giveBack(conversationId, attachments)
    drafting.giveBack(conversationId, text)
  }

  function wait(id: ConversationId, route: Route): void {
    const waits = { refusedBefore: attaching.refused(id), route }
    waiting.setState(new Map(waiting.getState()).set(id, waits), true)
  }

  function stopWaiting(id: ConversationId): void {
    if (!waiting.getState().has(id)) return
    const next = new Map(waiting.getState())
    next.delete(id)
    waiting.setState(next, true)
  }

  /** On its way before it leaves the composer: at every moment it stands in one of the two. */
  function leave(sent: Outgoing): void {
    outgoing.setState([...outgoing.getState(), sent], true)
    if (editing.end(sent.conversationId) === null) {
      attaching.take(sent.conversationId)
      drafting.change(sent.conversationId, '')
    }
    void deliver(sent)
  }

  function send(conversationId: ConversationId, route: Route = ASK): void {
    const text = drafting.textOf(conversationId)
    if (text.length > MAX_MESSAGE_LENGTH) return notify(conversationId, TOO_LONG)
    forgetBusy(conversationId)
    notify(conversationId, null)
    if (attaching.isPreparing(conversationId)) return wait(conversationId, route)
    const attachments = attaching.ready(conversationId)
    if (text.trim() === '' && attachments.length === 0) return
    const edited = editedIn(conversationId)
    const messageId = edited?.original.id ?? MessageId.parse(crypto.randomUUID())
    const message = { conversationId, messageId, text, attachments, route, edited }
    leave({ ...message, phase: 'sending' })
  }

  function putBack(conversationId: ConversationId, as: 'edited' | 'original'): void {
    const edited = editedIn(conversationId)
    if (edited === null) return
    const { id: messageId, text, attachments, when } = edited.original
    const route = { type: 'wait', when } as const
    switch (as) {
      case 'edited':
        return send(conversationId, route)
      case 'original':
        stopWaiting(conversationId)
        forgetBusy(conversationId)
        notify(conversationId, null)
        return leave({
          conversationId,
          messageId,
          text,
          attachments,
          route,
          edited,
          phase: 'sending',
        })
      default:
        assertNever(as)
    }
  }

  function editedIn(id: ConversationId): Edited | null {
    return editing.store.getState().get(id)?.edited ?? null
  }

  /** The last file that a pressed Send waited for is ready; where one was refused, its sender decides anew. */
  attaching.store.subscribe(() => {
    for (const [id, { refusedBefore, route }] of waiting.getState()) {
      if (attaching.isPreparing(id)) continue
      stopWaiting(id)
      if (attaching.refused(id) > refusedBefore) notify(id, NOT_ATTACHED)
      else send(id, route)
    }
  })

  return {
    outgoing,
    waiting,
    send,
    putBack,
    stopWaiting,
    resume: () => {
      for (const each of outgoing.getState()) {
        if (each.phase !== 'held') continue
        change(each.messageId, { phase: 'sending' })
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
      // What is stored under the id of an edited message may be what it was before: its own answer says so.
      const isOpen = (each: Outgoing): boolean =>
        each.conversationId !== conversationId ||
        still.has(each) ||
        (each.edited !== null && each.phase !== 'committed')
      const next = all.filter(isOpen)
      if (next.length < all.length) outgoing.setState(next, true)
    },
  }
}

/** Brings a message where it is to go; one that waited before, to its old place. */
async function carry(client: Client, message: Outgoing): Promise<Result<unknown, AppError>> {
  const { conversationId, messageId, route, edited } = message
  const said: Pick<MessageDraft, 'text' | 'attachments'> = {
    text: message.text,
    attachments: message.attachments,
  }
  switch (route.type) {
    case 'now':
      return client.request('message.send', {
        conversationId,
        messageId,
        ...said,
        mode: route.mode,
      })
    case 'wait': {
      const put = { id: messageId, ...said, when: route.when }
      const answer = await client.request('outbox.put', { conversationId, message: put })
      if (answer.ok && edited !== null)
        await client.request('outbox.order', { conversationId, messageIds: edited.order })
      return answer
    }
    default:
      return assertNever(route)
  }
}
