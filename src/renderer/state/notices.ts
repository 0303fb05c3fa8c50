import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError, AppErrorCode } from '../../shared/app-error.ts'
import type { ConversationId } from '../../shared/ids.ts'

/** What went wrong last, per conversation, until the next try. */
export type Notices = ReadonlyMap<ConversationId, AppError>

export interface NoticeBoard {
  readonly store: StoreApi<Notices>
  readonly notify: (conversationId: ConversationId, notice: AppError | null) => void
  /** What the screen says otherwise by now: at rest that the agent was busy, and that the folder is gone. */
  forgetShown(conversationId: ConversationId, now: { readonly isResting: boolean }): void
}

/** Refused because something runs: it stays said until nothing runs any more. */
export function isBusy(code: AppErrorCode): boolean {
  return code === 'busy' || code === 'cancelling'
}

export function createNotices(): NoticeBoard {
  const store = createStore<Notices>(() => new Map())

  function notify(id: ConversationId, notice: AppError | null): void {
    if (notice === null && !store.getState().has(id)) return
    const next = new Map(store.getState())
    if (notice === null) next.delete(id)
    else next.set(id, notice)
    store.setState(next, true)
  }

  return {
    store,
    notify,
    forgetShown: (id, { isResting }) => {
      const code = store.getState().get(id)?.code
      if (code === undefined) return
      if (code === 'folderGone' || (isResting && isBusy(code))) notify(id, null)
    },
  }
}
