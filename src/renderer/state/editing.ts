import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, appError } from '../../shared/app-error.ts'
import { areSameAttachments } from '../../shared/attachment.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message, MessageDraft } from '../../shared/message.ts'
import type { Client } from '../connection/client.ts'
import type { AttachingRoom } from './attaching.ts'
import type { Drafting } from './drafting.ts'
import type { NoticeBoard } from './notices.ts'
import { type Edited, joinTexts } from './outgoing.ts'

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
  'An image is still being prepared. Edit the waiting message when it is there.',
)
const SENT = appError(
  'notFound',
  'The message was sent before it could be edited. What you changed is kept here.',
)

export function createEditing(
  client: Client,
  drafting: Drafting,
  attaching: AttachingRoom,
  { notify }: NoticeBoard,
): EditingRoom {
  const store = createStore<Editings>(() => new Map())
  const of = (id: ConversationId): Editing | undefined => store.getState().get(id)

  function set(id: ConversationId, editing: Editing | null): void {
    const next = new Map(store.getState())
    if (editing === null) next.delete(id)
    else next.set(id, editing)
    store.setState(next, true)
  }

  function fill(id: ConversationId, { text, attachments }: Unsent): void {
    attaching.take(id)
    attaching.giveBack(id, attachments)
    drafting.change(id, text)
  }

  function show(id: ConversationId, edited: Edited, unsent: Unsent): void {
    const aside = { text: drafting.textOf(id), attachments: attaching.ready(id) }
    set(id, { edited, aside })
    fill(id, unsent)
  }

  /** The message stays where it was. What was typed here since is kept. */
  function giveUp(id: ConversationId, { edited, aside }: Editing, notice: AppError): void {
    const now = { text: drafting.textOf(id), attachments: attaching.ready(id) }
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
      notify(id, null)
      show(id, edited, edited.original)
      const begun = of(id)
      const isOver = (): boolean => begun === undefined || of(id) !== begun
      const saved = await drafting.saveNow(id)
      if (isOver() || begun === undefined) return
      if (!saved.ok) return giveUp(id, begun, saved.error)
      const messageId = edited.original.id
      const removed = await client.request('outbox.remove', { conversationId: id, messageId })
      // With the line cut, nobody knows: it is edited here, and put back under its id either way.
      if (removed.ok || removed.error.code === 'disconnected' || isOver()) return
      giveUp(id, begun, removed.error)
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
