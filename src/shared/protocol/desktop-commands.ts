import { z } from 'zod'
import { ConversationId } from '../ids.ts'

const nothing = z.object({}).readonly()

/** A few words that the system shows over whatever a person works in. Whoever clicks on them goes to the conversation. */
export const DesktopNotice = z
  .object({
    conversationId: ConversationId,
    title: z.string().max(200),
    body: z.string().max(500),
    /** Whether the system's sound is heard with it. */
    hasSound: z.boolean(),
  })
  .readonly()
export type DesktopNotice = z.infer<typeof DesktopNotice>

/** Strokes in text (`stroke.ts`), by items of the menu. */
export const MenuKeys = z.record(z.string().max(50), z.string().max(50)).readonly()
export type MenuKeys = z.infer<typeof MenuKeys>

/** What the host's desktop shows outside of the window. A browser host has none: the page shows its own. */
export const desktopCommands = {
  'desktop.notify': { needs: 'owner', input: DesktopNotice, output: nothing },
  /** The number on the app's icon; 0: none. */
  'desktop.badge': {
    needs: 'owner',
    input: z.object({ count: z.number().int().nonnegative() }).readonly(),
    output: nothing,
  },
  /** The keys that are printed in the menu: those of the page. */
  'desktop.menuKeys': {
    needs: 'owner',
    input: z.object({ keys: MenuKeys }).readonly(),
    output: nothing,
  },
} as const
