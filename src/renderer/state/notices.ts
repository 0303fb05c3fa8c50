import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError, AppErrorCode } from '../../shared/app-error.ts'
import type { ConversationId } from '../../shared/ids.ts'

export type Notices = ReadonlyMap<ConversationId, AppError>

export interface NoticeBoard {
  /** What went wrong last, per conversation, until the next try. */
  readonly store: StoreApi<Notices>
  /** That a message was refused because something runs: whatever else is done, until it is sent or nothing runs any more. */
  readonly busy: StoreApi<Notices>
  /** Null: the last try went well. */
  readonly notify: (conversationId: ConversationId, notice: AppError | null) => void
  /** What is in the composer is on its way, or is another message now. */
  readonly forgetBusy: (conversationId: ConversationId) => void
  /** What the screen says otherwise by now: at rest that the agent was busy, and that the folder is gone. */
  forgetShown(conversationId: ConversationId, now: { readonly isResting: boolean }): void
}

/** Refused because something runs: it stays said until nothing runs any more. */
export function isBusy(code: AppErrorCode): boolean {
  return code === 'busy' || code === 'cancelling'
}

export function createNotices(): NoticeBoard {
  const store = createStore<Notices>(() => new Map())
  const busy = createStore<Notices>(() => new Map())

  function notify(id: ConversationId, notice: AppError | null): void {
    put(notice !== null && isBusy(notice.code) ? busy : store, id, notice)
  }

  return {
    store,
    busy,
    notify,
    forgetBusy: (id) => put(busy, id, null),
    forgetShown: (id, { isResting }) => {
      if (isResting) put(busy, id, null)
      if (store.getState().get(id)?.code === 'folderGone') notify(id, null)
    },
  }
}

function put(store: StoreApi<Notices>, id: ConversationId, notice: AppError | null): void {
  if (notice === null && !store.getState().has(id)) return
  const next = new Map(store.getState())
  if (notice === null) next.delete(id)
  else next.set(id, notice)
  store.setState(next, true)
}
