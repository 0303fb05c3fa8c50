import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationSnapshot } from '../../../shared/conversation/conversation.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import type { RememberedReply } from '../../../client/conversation/conversation-view.ts'
import {
  createThreadStore,
  idOfThread,
  type Thread,
  type ThreadStore,
} from '../../../client/conversation/thread.ts'
import {
  drawnPanes,
  ONE_PANE,
  otherOf,
  type PaneId,
  type Panes,
  type PanesEvent,
  stepPanes,
} from './panes.ts'

/** The panes of the window, and the one conversation of each: none is in both, and neither is the form for a new one. */
export interface PaneThreads {
  readonly store: Pick<StoreApi<Panes>, 'getState' | 'subscribe'>
  readonly threads: Readonly<Record<PaneId, ThreadStore>>
  /** The thread of the focused pane; events for every pane go to both. */
  readonly focused: ThreadStore
  /** Focus, swap, share, narrow: changes that keep the contents. */
  arrange(event: Exclude<PanesEvent, { readonly type: 'openedBeside' | 'closed' }>): void
  /** Shows it in the other pane, which gets the focus; if a pane already shows it, that one gets the focus. */
  showBeside(conversationId: ConversationId | null, side?: 'left' | 'right'): void
  close(pane: PaneId): void
  /** The pane that shows it, or (null) the form for a new conversation; null: none does. */
  paneOf(conversationId: ConversationId | null): PaneId | null
  /** True if the pane is visible. */
  isDrawn(pane: PaneId): boolean
  /** Resolves once each pane has its contents. Null: each has. */
  opening(): Promise<void> | null
}

const BOTH = ['a', 'b'] as const

export function createPaneThreads(
  client: Client,
  onSnapshot: (snapshot: ConversationSnapshot) => void,
  mayShow?: () => Promise<void>,
): PaneThreads {
  const store = createStore<Panes>(() => ONE_PANE)
  const left = new Map<ConversationId, RememberedReply>()
  const threads = {
    a: createThreadStore(client, onSnapshot, left, mayShow),
    b: createThreadStore(client, onSnapshot, left, mayShow),
  }
  const step = (event: PanesEvent): void => store.setState(stepPanes(store.getState(), event), true)
  const focusedThread = (): ThreadStore => threads[store.getState().focused]

  function paneOf(conversationId: ConversationId | null): PaneId | null {
    const shows = (pane: PaneId): boolean =>
      idOfThread(threads[pane].store.getState()) === conversationId
    return store.getState().order.find(shows) ?? null
  }

  /** True: it is already in a pane, which gets the focus. */
  function goTo(conversationId: ConversationId | null): boolean {
    const pane = paneOf(conversationId)
    if (pane === null) return false
    step({ type: 'focused', pane })
    return true
  }

  function close(pane: PaneId): void {
    if (store.getState().order.length === 1) return
    step({ type: 'closed', pane })
    threads[pane].show(null)
  }

  const focused: ThreadStore = {
    store: {
      getState: () => focusedThread().store.getState(),
      subscribe: (listener) => followFocused(store, threads, listener),
    },
    show: (conversationId) => {
      if (!goTo(conversationId)) focusedThread().show(conversationId)
    },
    reopen: () => BOTH.forEach((pane) => threads[pane].reopen()),
    recover: () => focusedThread().recover(),
    apply: (events) => BOTH.forEach((pane) => threads[pane].apply(events)),
    showEarlier: () => focusedThread().showEarlier(),
  }

  const isOpening = (pane: PaneId): boolean => threads[pane].store.getState().type === 'opening'

  function opening(): Promise<void> | null {
    if (!BOTH.some(isOpening)) return null
    return new Promise((resolve) => {
      const look = (): void => {
        if (BOTH.some(isOpening)) return
        for (const stop of stops) stop()
        resolve()
      }
      const stops = BOTH.map((pane) => threads[pane].store.subscribe(look))
    })
  }

  return {
    store,
    threads,
    focused,
    opening,
    paneOf,
    close,
    arrange: step,
    showBeside: (conversationId, side = 'right') => {
      if (goTo(conversationId)) return
      threads[otherOf(store.getState().focused)].show(conversationId)
      step({ type: 'openedBeside', side })
    },
    isDrawn: (pane) => drawnPanes(store.getState()).includes(pane),
  }
}

/** Calls the listener when the focused thread changes, and when the focus moves to another one. */
function followFocused(
  panes: StoreApi<Panes>,
  threads: Readonly<Record<PaneId, ThreadStore>>,
  listener: (now: Thread, before: Thread) => void,
): () => void {
  const at = (pane: PaneId): Thread => threads[pane].store.getState()
  const stops = [
    panes.subscribe((now, before) => {
      if (now.focused !== before.focused) listener(at(now.focused), at(before.focused))
    }),
    ...BOTH.map((pane) =>
      threads[pane].store.subscribe((now, before) => {
        if (panes.getState().focused === pane) listener(now, before)
      }),
    ),
  ]
  return () => stops.forEach((stop) => stop())
}
