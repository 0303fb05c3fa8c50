import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../shared/app-error.ts'
import { areSameAttachments } from '../../shared/attachment.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message, MessageDraft } from '../../shared/message.ts'
import type { Client } from '../connection/client.ts'
import type { AttachingRoom } from './attaching.ts'
import type { Drafting } from './drafting.ts'
import type { NoticeBoard } from './notices.ts'
import { type Edited, joinTexts, type Outgoing } from './outgoing.ts'

type Unsent = Pick<MessageDraft, 'text' | 'attachments'>

/** A waiting message that is in the composer, and what stood there before: part of the saved draft meanwhile. */
export interface Editing {
  readonly edited: Edited
  readonly aside: Unsent
}
export type Editings = ReadonlyMap<ConversationId, Editing>

export interface EditingRoom {
  readonly store: StoreApi<Editings>
  aside(conversationId: ConversationId): readonly Unsent[]
  /** Takes a waiting message into the composer. It leaves its line only when the draft that holds it is on disk (R13). */
  begin(conversationId: ConversationId, edited: Edited): Promise<void>
  /** The composer's content is on its way: what was set aside is back. Null: nothing was being edited. */
  end(conversationId: ConversationId): Edited | null
  /** What could not be delivered is in the composer once more. */
  resume(conversationId: ConversationId, edited: Edited, unsent: Unsent): void
  /** What was sent before it could leave its line is edited no longer. */
  settle(conversationId: ConversationId, messages: readonly Message[]): void
}

const PREPARING = appError(
  'fileRefused',
  'A file is still being prepared. Edit the waiting message once it is ready.',
)
const ON_ITS_WAY = appError('notFound', 'The message is still being queued. Edit it in a moment.')
const SENT = appError(
  'notFound',
  'The message was sent before you saved your edit. Your edit is kept here.',
)

export interface EditingRooms {
  readonly client: Client
  readonly outgoing: StoreApi<readonly Outgoing[]>
  readonly drafting: Drafting
  readonly attaching: AttachingRoom
  readonly notices: NoticeBoard
}

export function createEditing(rooms: EditingRooms): EditingRoom {
  const { client, outgoing, drafting, attaching } = rooms
  const { forgetBusy, notify } = rooms.notices
  const store = createStore<Editings>(() => new Map())
  const of = (id: ConversationId): Editing | undefined => store.getState().get(id)

  function set(id: ConversationId, editing: Editing | null): void {
    const next = new Map(store.getState())
    if (editing === null) next.delete(id)
    else next.set(id, editing)
    store.setState(next, true)
  }

  /** It would come into its line once more, after it was taken out; or another one that was edited may yet come back. */
  function isSomethingOnItsWay(id: ConversationId, { original }: Edited): boolean {
    return outgoing
      .getState()
      .filter(({ conversationId }) => conversationId === id)
      .some(
        ({ messageId, edited, phase }) =>
          messageId === original.id || (edited !== null && phase !== 'committed'),
      )
  }

  function fill(id: ConversationId, { text, attachments }: Unsent): void {
    attaching.take(id)
    attaching.giveBack(id, attachments)
    drafting.change(id, text)
  }

  function show(id: ConversationId, edited: Edited, unsent: Unsent): void {
    set(id, { edited, aside: contentOf(id) })
    fill(id, unsent)
  }

  function contentOf(id: ConversationId): Unsent {
    return { text: drafting.textOf(id), attachments: attaching.ready(id) }
  }

  /** The message stays in its line, unless it was changed here already: then it goes back under its id, as changed. */
  function fail(id: ConversationId, editing: Editing, notice: AppError): void {
    if (isSame(contentOf(id), editing.edited.original)) return giveUp(id, editing, notice)
    notify(id, notice)
  }

  /** It is edited no longer. What was changed is kept. */
  function giveUp(id: ConversationId, { edited, aside }: Editing, notice: AppError): void {
    const now = contentOf(id)
    set(id, null)
    fill(id, isSame(now, edited.original) ? aside : joined(now, aside))
    notify(id, notice)
  }

  return {
    store,
    aside: (id) => {
      const aside = of(id)?.aside
      return aside === undefined ? [] : [aside]
    },
    begin: async (id, edited) => {
      if (of(id) !== undefined) return
      if (attaching.isPreparing(id)) return notify(id, PREPARING)
      if (isSomethingOnItsWay(id, edited)) return notify(id, ON_ITS_WAY)
      forgetBusy(id)
      notify(id, null)
      show(id, edited, edited.original)
      const begun = of(id)
      const isOver = (): boolean => begun === undefined || of(id) !== begun
      const saved = await drafting.saveNow(id)
      if (isOver() || begun === undefined) return
      if (!saved.ok) return fail(id, begun, saved.error)
      const messageId = edited.original.id
      const removed = await client.request('outbox.remove', { conversationId: id, messageId })
      // With the line cut, nobody knows: it is edited here, and put back under its id either way.
      if (removed.ok || removed.error.code === 'disconnected' || isOver()) return
      fail(id, begun, removed.error)
    },
    end: (id) => {
      const editing = of(id)
      if (editing === undefined) return null
      set(id, null)
      fill(id, editing.aside)
      return editing.edited
    },
    resume: (id, edited, unsent) => {
      if (of(id) === undefined) return show(id, edited, unsent)
      attaching.giveBack(id, unsent.attachments)
      drafting.giveBack(id, unsent.text)
    },
    settle: (id, messages) => {
      const editing = of(id)
      if (editing === undefined) return
      if (messages.some((message) => message.id === editing.edited.original.id))
        giveUp(id, editing, SENT)
    },
  }
}

function isSame(some: Unsent, other: Unsent): boolean {
  return some.text === other.text && areSameAttachments(some.attachments, other.attachments)
}

function joined(first: Unsent, second: Unsent): Unsent {
  return {
    text: joinTexts(first.text, second.text),
    attachments: [...first.attachments, ...second.attachments],
  }
}
