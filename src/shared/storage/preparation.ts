import { z } from 'zod'

/** What is done with a large database before it is used. Nothing else waits for it, and it can be stopped at any time. */
export const Preparation = z
  .object({
    /** In this order: reading all of it where damage was found, the backup, the check of the backup, the new format. */
    step: z.enum(['checking', 'backingUp', 'checkingBackup', 'migrating']),
    /** How much of the step is done, from 0 to 1; null: unknown. */
    share: z.number().min(0).max(1).nullable(),
  })
  .readonly()
export type Preparation = z.infer<typeof Preparation>
export type OnPreparation = (preparation: Preparation) => void
