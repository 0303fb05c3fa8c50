import * as z from '../schema.ts'
import { ConversationId } from '../ids.ts'

/** The kinds of data that can be removed, apart from conversations. `unused`: images and files that nothing names. */
export const Prunable = z.enum(['outputs', 'undo', 'unused'])
export type Prunable = z.infer<typeof Prunable>

const bytes = z.number().int().nonnegative()

/** The disk space used by Phoenix's data, in bytes. */
export const StorageSizes = z
  .object({
    /** Including its journal. */
    database: bytes,
    /** Inside the database: the search index, and space reserved for future writes. */
    index: bytes,
    free: bytes,
    /** Inside the database: data of an older Phoenix that is not compressed yet. It shrinks over time. */
    unpacked: bytes,
    /** Images and attached files. */
    files: bytes,
    outputs: bytes,
    undo: bytes,
    backups: bytes,
    /** Largest first, each with its sub-agents. */
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
