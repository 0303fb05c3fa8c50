import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** The most files and folders that one folder shows. */
export const MAX_ENTRIES = 5_000
/** How much of a file is read at once, in bytes. */
export const LOOK_BYTES = 96 * 1024

export const FolderEntry = z.object({ name: z.string(), isFolder: z.boolean() }).readonly()
export type FolderEntry = z.infer<typeof FolderEntry>

const window = {
  /** In bytes of the file. */
  from: z.number().int().nonnegative(),
  /** Where the next part begins; null: this was the last. */
  next: z.number().int().positive().nullable(),
  bytes: z.number().int().nonnegative(),
}

/** A part of a file as it is now. */
export const FileLook = z.discriminatedUnion('type', [
  /** Whole lines, unless one is longer than a part. */
  z.object({ type: z.literal('text'), text: z.string(), ...window }).readonly(),
  z
    .object({
      type: z.literal('image'),
      mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      data: z.base64(),
      ...window,
    })
    .readonly(),
  /** Neither: it is not shown. */
  z.object({ type: z.literal('other'), bytes: window.bytes }).readonly(),
])
export type FileLook = z.infer<typeof FileLook>

const path = z.string().max(4096)

/** The folder of a conversation, to be looked at (docs/decisions/109). */
export const browseCommands = {
  /** What git does not ignore in one of its folders; '' is the folder itself, others end in `/`. */
  'folder.list': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, under: path }).readonly(),
    output: z
      .object({
        entries: z.array(FolderEntry).max(MAX_ENTRIES).readonly(),
        /** There are more. */
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
