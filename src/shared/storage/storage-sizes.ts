import { z } from 'zod'
import { ConversationId } from '../ids.ts'

/** What can be removed apart from conversations. */
export const Prunable = z.enum(['outputs', 'undo'])
export type Prunable = z.infer<typeof Prunable>

const bytes = z.number().int().nonnegative()

/** How much disk space Phoenix's data takes, in bytes. */
export const StorageSizes = z
  .object({
    /** With its journal. */
    database: bytes,
    /** In the database: the search index, and space reserved for future writes. */
    index: bytes,
    free: bytes,
    /** In the database: what an older Phoenix wrote and is not packed yet. It shrinks by itself. */
    unpacked: bytes,
    /** Images and attached files. */
    files: bytes,
    outputs: bytes,
    undo: bytes,
    backups: bytes,
    /** The largest first, each with its sub-agents. */
    conversations: z
      .array(
        z
          .object({ id: ConversationId, title: z.string(), bytes, messages: z.number().int() })
          .readonly(),
      )
      .readonly(),
    /** All others together. */
    others: z.object({ count: z.number().int(), bytes }).readonly(),
  })
  .readonly()
export type StorageSizes = z.infer<typeof StorageSizes>
