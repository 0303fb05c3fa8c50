import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../shared/app-error.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { ConversationSnapshot } from '../../shared/conversation/conversation.ts'
import type { ClientEvent } from '../../shared/protocol/events.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Client } from '../client.ts'
import {
  applyEvent,
  type ConversationView,
  type RememberedReply,
  rememberedReplyOf,
  viewOf,
  withRememberedReply,
} from './conversation-view.ts'
import { mergeMessages } from './merge-messages.ts'
import { joinedShells } from './shells.ts'

/** The conversation that a pane shows. */
export type Thread =
  | { readonly type: 'none' }
  | { readonly type: 'opening'; readonly conversationId: ConversationId }
  | {
      readonly type: 'failed'
      readonly conversationId: ConversationId
      readonly error: AppError
    }
  | { readonly type: 'open'; readonly view: ConversationView }

export interface ThreadStore {
  readonly store: Pick<StoreApi<Thread>, 'getState' | 'subscribe'>
  show(conversationId: ConversationId | null): void
  /** Opens the shown conversation again, from a fresh snapshot, unless one is on its way. */
  reopen(): void
  /** Tries the shown conversation again after it was set aside, and opens it. */
  recover(): Promise<void>
  apply(events: readonly ClientEvent[]): void
  showEarlier(): Promise<AppError | null>
}

export function idOfThread(thread: Thread): ConversationId | null {
  switch (thread.type) {
    case 'none':
      return null
    case 'opening':
    case 'failed':
      return thread.conversationId
    case 'open':
      return thread.view.summary.id
    default:
      return assertNever(thread)
  }
}

interface Opening {
  /** Events since its snapshot arrived, which is not shown yet. Null: it has not arrived. */
  sinceAnswer: ClientEvent[] | null
}

export function createThreadStore(
  client: Client,
  onSnapshot: (snapshot: ConversationSnapshot) => void,
  /** Unstored replies of conversations that were shown before. */
  left = new Map<ConversationId, RememberedReply>(),
  /** Resolves once a conversation may be shown. */
  mayShow: () => Promise<void> = () => Promise.resolve(),
): ThreadStore {
  const store = createStore<Thread>(() => ({ type: 'none' }))
  /** The newest request to open; answers to older ones are dropped. Null if none is pending. */
  let opening: Opening | null = null

  async function open(conversationId: ConversationId): Promise<void> {
    const mine: Opening = { sinceAnswer: null }
    opening = mine
    const isShowable = mayShow()
    const answer = await client.request('conversation.open', { conversationId })
    if (opening !== mine) return
    // At once: what it says of the row and of the time grows old.
    if (answer.ok) onSnapshot(answer.value)
    const later: ClientEvent[] = []
    mine.sinceAnswer = later
    await isShowable
    if (opening !== mine) return
    opening = null
    if (answer.ok) {
      const before = store.getState()
      keepLeft(before)
      const view = withRememberedReply(
        resume(before, answer.value),
        left.get(conversationId) ?? null,
      )
      store.setState({ type: 'open', view }, true)
      apply(later)
    } else if (answer.error.code !== 'disconnected') {
      store.setState({ type: 'failed', conversationId, error: answer.error }, true)
    }
  }

  function keepLeft(thread: Thread): void {
    if (thread.type !== 'open') return
    const { id } = thread.view.summary
    const reply = rememberedReplyOf(thread.view)
    if (reply === null) left.delete(id)
    else left.set(id, reply)
  }

  function apply(events: readonly ClientEvent[]): void {
    const thread = store.getState()
    // Events that arrive while a snapshot is requested belong to an epoch that has ended.
    opening?.sinceAnswer?.push(...events)
    if (thread.type !== 'open' || opening !== null) return
    let view = thread.view
    for (const event of events) {
      const applied = applyEvent(view, event)
      if (applied.type === 'changed') view = applied.view
      if (applied.type === 'gap') return void open(view.summary.id)
    }
    if (view !== thread.view) store.setState({ type: 'open', view }, true)
  }

  async function recover(): Promise<void> {
    const conversationId = idOfThread(store.getState())
    if (conversationId === null) return
    const answer = await client.request('conversation.recover', { conversationId })
    if (idOfThread(store.getState()) !== conversationId) return
    if (answer.ok) return open(conversationId)
    store.setState({ type: 'failed', conversationId, error: answer.error }, true)
  }

  return {
    store,
    apply,
    recover,
    show: (conversationId) => {
      const before = idOfThread(store.getState())
      if (before === conversationId) return
      keepLeft(store.getState())
      if (before !== null) void client.request('conversation.leave', { conversationId: before })
      opening = null
      if (conversationId === null) return store.setState({ type: 'none' }, true)
      store.setState({ type: 'opening', conversationId }, true)
      void open(conversationId)
    },
    reopen: () => {
      const shown = idOfThread(store.getState())
      const isAsked = opening?.sinceAnswer === null
      if (shown !== null && !isAsked) void open(shown)
    },
    showEarlier: () => fetchEarlier(client, store),
  }
}

/**
 * Returns the view of a fresh snapshot. Keeps the older pages that were on the screen, unless messages between are
 * missing.
 */
function resume(before: Thread, snapshot: ConversationSnapshot): ConversationView {
  const view = viewOf(snapshot)
  if (before.type !== 'open' || before.view.summary.id !== snapshot.summary.id) return view
  const first = snapshot.messages[0]?.seq ?? 1
  const known = before.view.messages.filter((message) => message.seq < first)
  const { streamedAs } = before.view
  if (known.length === 0 || known.at(-1)?.seq !== first - 1) return { ...view, streamedAs }
  const messages = [...known, ...view.messages]
  const shells = joinedShells(before.view.shells, view.shells)
  return { ...view, messages, shells, streamedAs, hasEarlier: before.view.hasEarlier }
}

async function fetchEarlier(client: Client, store: StoreApi<Thread>): Promise<AppError | null> {
  const thread = store.getState()
  const first = thread.type === 'open' ? thread.view.messages[0] : undefined
  if (thread.type !== 'open' || first === undefined) return null
  const conversationId = thread.view.summary.id
  const page = await client.request('conversation.earlier', {
    conversationId,
    beforeSeq: first.seq,
  })
  if (!page.ok) return page.error
  const now = store.getState()
  if (now.type !== 'open' || now.view.summary.id !== conversationId) return null
  if (now.view.messages[0]?.id !== first.id) return null
  const { hasEarlier, shells: earlier } = page.value
  const messages = mergeMessages(now.view.messages, page.value.messages)
  const shells = joinedShells(earlier, now.view.shells)
  store.setState({ type: 'open', view: { ...now.view, messages, shells, hasEarlier } }, true)
  return null
}
