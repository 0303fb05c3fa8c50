import { app, Notification } from 'electron'
import type { MenuKeys } from '../../../shared/protocol/desktop-commands.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { guard } from '../../runtime/guard.ts'
import type { DesktopPort } from '../../runtime/ports/desktop-port.ts'

interface DesktopNews {
  /** A person clicked on a notification. */
  readonly go: (id: ConversationId) => void
  readonly printKeys: (keys: MenuKeys) => void
}

/** Notifications of the system, the badge on the app's icon, and the keys in its menu. */
export function createDesktop({ go, printKeys }: DesktopNews): DesktopPort {
  /**
   * The newest of each conversation, which replaces the previous one. Held here, because otherwise it is
   * garbage-collected together with its click handler.
   */
  const shown = new Map<ConversationId, Notification>()
  return {
    notify: ({ conversationId, title, body, hasSound }) => {
      if (!Notification.isSupported()) return
      shown.get(conversationId)?.close()
      const notice = new Notification({ title, body, silent: !hasSound })
      shown.set(conversationId, notice)
      const clicked = guard('a notification that is clicked', () => go(conversationId))
      const gone = guard('a notification that goes', () => {
        if (shown.get(conversationId) === notice) shown.delete(conversationId)
      })
      notice.on('click', clicked)
      notice.on('close', gone)
      notice.show()
    },
    setBadge: (count) => void app.setBadgeCount(count),
    printKeys,
  }
}
