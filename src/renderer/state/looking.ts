import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../client/client.ts'
import type { Thread } from './thread.ts'

/**
 * Tells the host whether the open conversation is on the screen: what happens then does not count as unread, and the host checks
 * that the folder is there. What is answered here tells it again.
 */
export function tellLooking(
  client: Pick<Client, 'request'>,
  thread: Pick<StoreApi<Thread>, 'getState' | 'subscribe'>,
  page: Document,
): () => void {
  let sent = ''
  function tell(): void {
    const shown = thread.getState()
    if (shown.type !== 'open') return
    const { summary, epoch } = shown.view
    const isLooking = page.visibilityState === 'visible'
    // A new epoch is a new subscription, of which the host knows nothing yet.
    const news = `${epoch} ${isLooking}`
    if (news === sent) return
    sent = news
    void client.request('conversation.look', { conversationId: summary.id, isLooking })
  }
  thread.subscribe(tell)
  page.addEventListener('visibilitychange', tell)
  return () => {
    sent = ''
    tell()
  }
}
