import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../shared/client.ts'
import type { Thread } from './thread.ts'

/**
 * Tells the host whether a person has the open conversation before his eyes: what happens then is not unread, and the host looks
 * whether the folder is there. The answer tells it once more.
 */
export function tellLooking(
  client: Pick<Client, 'request'>,
  thread: Pick<StoreApi<Thread>, 'getState' | 'subscribe'>,
  page: Document,
): () => void {
  let told = ''
  function tell(): void {
    const shown = thread.getState()
    if (shown.type !== 'open') return
    const { summary, epoch } = shown.view
    const isLooking = page.visibilityState === 'visible'
    // A new epoch is a new subscription, of which the host knows nothing yet.
    const news = `${epoch} ${isLooking}`
    if (news === told) return
    told = news
    void client.request('conversation.look', { conversationId: summary.id, isLooking })
  }
  thread.subscribe(tell)
  page.addEventListener('visibilitychange', tell)
  return () => {
    told = ''
    tell()
  }
}
