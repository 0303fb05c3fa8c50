import { z } from 'zod'

/** The backups of the database. */
export const BackupView = z
  .object({
    folder: z.string(),
    /** `at`: ms since 1970. Null: there is none yet. */
    newest: z.object({ at: z.number(), bytes: z.number() }).readonly().nullable(),
    kept: z.number().int(),
    /** Why the last try failed, as a sentence for people; null: it succeeded, or none was made. */
    problem: z.string().nullable(),
    /** Damaged databases that were moved aside, by their paths. */
    setAside: z.array(z.string()).readonly(),
  })
  .readonly()
export type BackupView = z.infer<typeof BackupView>
