import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'
import { FolderText } from './folder-commands.ts'

const nothing = z.object({}).readonly()

/** A system notification. A click on it opens the conversation. */
export const DesktopNotice = z
  .object({
    conversationId: ConversationId,
    title: z.string().max(200),
    body: z.string().max(500),
    /** True: the system plays its sound. */
    hasSound: z.boolean(),
  })
  .readonly()
export type DesktopNotice = z.infer<typeof DesktopNotice>

/** Keystrokes as text (`stroke.ts`) by menu item. */
export const MenuKeys = z.record(z.string().max(50), z.string().max(50)).readonly()
export type MenuKeys = z.infer<typeof MenuKeys>

/** Commands for what is outside the page: the desktop, or the browser's windows. There the page shows its own notifications. */
export const desktopCommands = {
  'desktop.notify': { needs: 'owner', input: DesktopNotice, output: nothing },
  /** Removes the notification of a conversation, if there is one. */
  'desktop.withdraw': {
    needs: 'owner',
    input: z.object({ conversationId: ConversationId }).readonly(),
    output: nothing,
  },
  /** Sets the number on the app's icon; 0 removes it. */
  'desktop.badge': {
    needs: 'owner',
    input: z.object({ count: z.number().int().nonnegative() }).readonly(),
    output: nothing,
  },
  /** Sets the shortcuts that the menu shows to those of the page. */
  'desktop.menuKeys': {
    needs: 'owner',
    input: z.object({ keys: MenuKeys }).readonly(),
    output: nothing,
  },
  /** Opens another window with the form for a new conversation. */
  'desktop.newWindow': { needs: 'owner', input: nothing, output: nothing },
  /**
   * In the browser host: an address that opens one more window, once and within 60 s. `folder`: it shows the form for a new
   * conversation there; null: where the person left off.
   */
  'browser.newAddress': {
    needs: 'owner',
    input: z.object({ folder: FolderText.nullable() }).readonly(),
    output: z.object({ address: z.string() }).readonly(),
  },
} as const
