import * as z from '../schema.ts'
import { BlobHash } from '../ids.ts'

/** A file's state: the SHA-256 of its bytes, and its permission bits. */
export const FileForm = z
  .object({ blob: BlobHash, mode: z.number().int().nonnegative() })
  .readonly()
export type FileForm = z.infer<typeof FileForm>

/** A change of one file. `before` and `after` are null if it did not exist. */
export const FileChange = z
  .object({
    /** Absolute, with all links resolved. */
    path: z.string(),
    /** For people and the model: relative inside the folder, otherwise absolute. */
    shown: z.string(),
    before: FileForm.nullable(),
    after: FileForm.nullable(),
  })
  .readonly()
export type FileChange = z.infer<typeof FileChange>
