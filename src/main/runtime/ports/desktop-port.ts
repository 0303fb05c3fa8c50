import type { DesktopNotice, MenuKeys } from '../../../shared/protocol/desktop-commands.ts'

/** What the desktop shows of the app outside of its window. */
export interface DesktopPort {
  notify(notice: DesktopNotice): void
  /** 0: no number. */
  setBadge(count: number): void
  /** The keys that the menu of the app prints. */
  printKeys(keys: MenuKeys): void
  openWindow(): void
}
