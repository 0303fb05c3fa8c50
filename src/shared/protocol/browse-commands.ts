import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

/** Maximum number of entries listed for one folder. */
export const MAX_ENTRIES = 5_000
/** Maximum number of bytes read from a file at once. */
export const LOOK_BYTES = 96 * 1024

export const FolderEntry = z.object({ name: z.string(), isFolder: z.boolean() }).readonly()
export type FolderEntry = z.infer<typeof FolderEntry>

const window = {
  /** Byte offset in the file. */
  from: z.number().int().nonnegative(),
  /** Byte offset of the next part; null if this is the last. */
  next: z.number().int().positive().nullable(),
  bytes: z.number().int().nonnegative(),
}

/** A part of a file's current content. */
export const FileLook = z.discriminatedUnion('type', [
  /** Whole lines, unless a line is longer than a part. */
  z.object({ type: z.literal('text'), text: z.string(), ...window }).readonly(),
  z
    .object({
      type: z.literal('image'),
      mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      data: z.base64(),
      ...window,
    })
    .readonly(),
  /** Neither text nor a supported image: the content is not shown. */
  z.object({ type: z.literal('other'), bytes: window.bytes }).readonly(),
])
export type FileLook = z.infer<typeof FileLook>

const path = z.string().max(4096)

/** Commands that browse a conversation's folder (docs/decisions/109). */
export const browseCommands = {
  /** Lists what git does not ignore in a subfolder. `under`: '' for the conversation's folder; others end in `/`. */
  'folder.list': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, under: path }).readonly(),
    output: z
      .object({
        entries: z.array(FolderEntry).max(MAX_ENTRIES).readonly(),
        /** True if entries were left out. */
        isCut: z.boolean(),
      })
      .readonly(),
  },
  'folder.look': {
    needs: 'read',
    input: z
      .object({ conversationId: ConversationId, path: path.min(1), from: window.from })
      .readonly(),
    output: FileLook,
  },
} as const
