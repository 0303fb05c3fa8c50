import type { DesktopNotice, MenuKeys } from '../../../shared/protocol/desktop-commands.ts'

/** What the desktop shows of the app outside its window. */
export interface DesktopPort {
  notify(notice: DesktopNotice): void
  /** 0: no badge. */
  setBadge(count: number): void
  /** The keys shown in the app's menu. */
  printKeys(keys: MenuKeys): void
}
