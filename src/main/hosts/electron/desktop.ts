import { app, Notification } from 'electron'
import type { MenuKeys } from '../../../shared/protocol/desktop-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { guard } from '../../runtime/guard.ts'
import type { DesktopPort } from '../../runtime/ports/desktop-port.ts'

interface DesktopNews {
  /** Called when the user clicks a notification. */
  readonly go: (id: ConversationId) => void
  readonly printKeys: (keys: MenuKeys) => void
  readonly openWindow: () => void
  /** True if the focused window shows the conversation. */
  readonly isInFocus: (id: ConversationId) => boolean
}

/** Windows that report the same news do so within this time (ms); it is shown once. */
const SAME_NEWS_MS = 2_000

/** The system's notifications, the number on the app's icon, and the keys in its menu. */
export function createDesktop({ go, isInFocus, openWindow, printKeys }: DesktopNews): DesktopPort {
  /**
   * The newest notification of each conversation, which replaces the one before. Held here; otherwise it would be
   * garbage-collected along with its click handler.
   */
  const shown = new Map<ConversationId, Notification>()
  const lastNews = new Map<ConversationId, { readonly news: string; readonly at: number }>()

  function isRepeated(id: ConversationId, news: string): boolean {
    const last = lastNews.get(id)
    const at = performance.now()
    if (last?.news === news && at - last.at < SAME_NEWS_MS) return true
    lastNews.set(id, { news, at })
    return false
  }

  return {
    notify: ({ conversationId, title, body, hasSound }) => {
      if (!Notification.isSupported() || isInFocus(conversationId)) return
      if (isRepeated(conversationId, `${title}\n${body}`)) return
      shown.get(conversationId)?.close()
      const notice = new Notification({ title, body, silent: !hasSound })
      shown.set(conversationId, notice)
      const clicked = guard('a click on a notification', () => go(conversationId))
      const closed = guard('a notification closing', () => {
        if (shown.get(conversationId) === notice) shown.delete(conversationId)
      })
      notice.on('click', clicked)
      notice.on('close', closed)
      notice.show()
    },
    withdraw: (id) => {
      const notice = shown.get(id)
      if (notice === undefined) return
      // The same news later is shown again, however soon.
      lastNews.delete(id)
      notice.close()
    },
    setBadge: (count) => void app.setBadgeCount(count),
    printKeys,
    openWindow,
  }
}
