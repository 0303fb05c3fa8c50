import { z } from 'zod'
import { BlobHash } from '../ids.ts'

/** A file as it stood: its bytes by their SHA-256, and its permission bits. */
export const FileForm = z
  .object({ blob: BlobHash, mode: z.number().int().nonnegative() })
  .readonly()
export type FileForm = z.infer<typeof FileForm>

/** What became of one file. Null: it was not there. */
export const FileChange = z
  .object({
    /** Whole, through all links. */
    path: z.string(),
    /** For people and the model: within the folder from there, else whole. */
    shown: z.string(),
    before: FileForm.nullable(),
    after: FileForm.nullable(),
  })
  .readonly()
export type FileChange = z.infer<typeof FileChange>
