import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../client/client.ts'
import type { PaneThreads } from './panes/pane-threads.ts'
import type { Thread } from '../../client/conversation/thread.ts'

interface Looking {
  /** Called when the visibility of a thread may have changed. */
  tell(): void
  /** Sends the last reports again. */
  tellAgain(): void
}

/**
 * Tells the host for each pane whether its conversation is on the screen: visible events do not count as unread, and
 * the host checks that the folder exists. The returned function repeats the reports.
 */
export function tellLookingAtPanes(
  client: Pick<Client, 'request'>,
  panes: PaneThreads,
  page: Document,
): () => void {
  const all = (['a', 'b'] as const).map((pane) => {
    const isSeen = (): boolean => page.visibilityState === 'visible' && panes.isDrawn(pane)
    return tellLooking(client, panes.threads[pane].store, isSeen)
  })
  const tell = (): void => all.forEach((each) => each.tell())
  panes.store.subscribe(tell)
  page.addEventListener('visibilitychange', tell)
  return () => all.forEach((each) => each.tellAgain())
}

function tellLooking(
  client: Pick<Client, 'request'>,
  thread: Pick<StoreApi<Thread>, 'getState' | 'subscribe'>,
  isSeen: () => boolean,
): Looking {
  let sent = ''
  function tell(): void {
    const shown = thread.getState()
    if (shown.type !== 'open') return
    const { summary, epoch } = shown.view
    const isLooking = isSeen()
    // A new epoch is a new subscription, for which the host has no report yet.
    const news = `${epoch} ${isLooking}`
    if (news === sent) return
    sent = news
    void client.request('conversation.look', { conversationId: summary.id, isLooking })
  }
  thread.subscribe(tell)
  return {
    tell,
    tellAgain: () => {
      sent = ''
      tell()
    },
  }
}
