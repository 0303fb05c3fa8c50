import * as z from '../schema.ts'

/** The preparation of a large database before use. Nothing else waits for it, and it can be stopped at any time. */
export const Preparation = z
  .object({
    /** In this order: a full check where damage was found, the backup, the check of the backup, the new format. */
    step: z.enum(['checking', 'backingUp', 'checkingBackup', 'migrating']),
    /** The part of the step that is done, from 0 to 1; null if unknown. */
    share: z.number().min(0).max(1).nullable(),
  })
  .readonly()
export type Preparation = z.infer<typeof Preparation>
export type OnPreparation = (preparation: Preparation) => void
