import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../client/client.ts'
import type { PaneThreads } from './panes/pane-threads.ts'
import type { Thread } from '../../client/conversation/thread.ts'

interface VisibilityReporter {
  /** Called when the visibility of a thread may have changed. */
  report(): void
  /** Sends the last reports again. */
  reportAgain(): void
}

/**
 * Tells the host for each pane whether its conversation is on the screen: visible events do not count as unread, and
 * the host checks that the folder exists. The returned function repeats the reports.
 */
export function reportVisibleThreads(
  client: Pick<Client, 'request'>,
  panes: PaneThreads,
  page: Document,
): () => void {
  const all = (['a', 'b'] as const).map((pane) => {
    const isSeen = (): boolean => page.visibilityState === 'visible' && panes.isDrawn(pane)
    return reportVisibleThread(client, panes.threads[pane].store, isSeen)
  })
  const report = (): void => all.forEach((each) => each.report())
  panes.store.subscribe(report)
  page.addEventListener('visibilitychange', report)
  return () => all.forEach((each) => each.reportAgain())
}

function reportVisibleThread(
  client: Pick<Client, 'request'>,
  thread: Pick<StoreApi<Thread>, 'getState' | 'subscribe'>,
  isSeen: () => boolean,
): VisibilityReporter {
  let sent = ''
  function report(): void {
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
  thread.subscribe(report)
  return {
    report,
    reportAgain: () => {
      sent = ''
      report()
    },
  }
}
