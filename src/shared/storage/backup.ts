import * as z from '../schema.ts'

/** The backups of the database. */
export const BackupView = z
  .object({
    folder: z.string(),
    /** `at`: ms since 1970. Null if there is no backup yet. */
    newest: z.object({ at: z.number(), bytes: z.number() }).readonly().nullable(),
    kept: z.number().int(),
    /** Why the last attempt failed, as a sentence for people; null if it succeeded or there was none. */
    problem: z.string().nullable(),
    /** Paths of damaged databases that were moved aside. */
    setAside: z.array(z.string()).readonly(),
  })
  .readonly()
export type BackupView = z.infer<typeof BackupView>
