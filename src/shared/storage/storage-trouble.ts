import { z } from 'zod'

/**
 * Why the database cannot be written. `full`, `readOnly`, `failing`: as long as the disk is so; `damaged`: until it is opened again and looked
 * at whole. `slow`: it can be written, but takes seconds for it.
 */
export const StorageTrouble = z.enum(['full', 'readOnly', 'failing', 'damaged', 'slow'])
export type StorageTrouble = z.infer<typeof StorageTrouble>
