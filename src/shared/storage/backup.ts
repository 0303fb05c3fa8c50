import { z } from 'zod'

/** What there is of backups of the database. */
export const BackupView = z
  .object({
    folder: z.string(),
    /** `at`: ms since 1970. Null: there is none yet. */
    newest: z.object({ at: z.number(), bytes: z.number() }).readonly().nullable(),
    kept: z.number().int(),
    /** Why the last try made none, as a sentence for people; null: it made one, or none was tried. */
    problem: z.string().nullable(),
    /** Damaged databases that were put aside, by their paths. */
    setAside: z.array(z.string()).readonly(),
  })
  .readonly()
export type BackupView = z.infer<typeof BackupView>
