import { z } from 'zod'

/**
 * Why the database cannot be written to. `full`, `readOnly`, `failing`: as long as the disk is in this state;
 * `damaged`: until it is opened again and checked completely. `slow`: each write takes seconds.
 * `locked`: another program holds the database.
 */
export const StorageTrouble = z.enum(['full', 'readOnly', 'failing', 'damaged', 'slow', 'locked'])
export type StorageTrouble = z.infer<typeof StorageTrouble>
