import * as z from '../schema.ts'

/**
 * Why the database cannot be written. `full`, `readOnly`, `failing`: while the disk is in this state; `damaged`: until
 * the database is reopened and fully checked. `slow`: each write takes seconds. `locked`: another program holds the
 * database.
 */
export const StorageTrouble = z.enum(['full', 'readOnly', 'failing', 'damaged', 'slow', 'locked'])
export type StorageTrouble = z.infer<typeof StorageTrouble>
