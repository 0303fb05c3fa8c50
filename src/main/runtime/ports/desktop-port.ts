import type { ConversationId } from '../../../shared/ids.ts'
import type { DesktopNotice, MenuKeys } from '../../../shared/protocol/desktop-commands.ts'

/** The app's presence on the desktop outside its window. */
export interface DesktopPort {
  notify(notice: DesktopNotice): void
  /** Removes the notification of a conversation, if there is one. */
  withdraw(id: ConversationId): void
  /** 0 removes the badge. */
  setBadge(count: number): void
  /** Sets the shortcuts shown in the app's menu. */
  printKeys(keys: MenuKeys): void
  openWindow(): void
}
