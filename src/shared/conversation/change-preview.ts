import * as z from '../schema.ts'

/** The changes that a call would make if it were allowed now. */
export const ChangePreview = z.discriminatedUnion('type', [
  /** A unified diff; `leftOut`: the number of lines omitted. */
  z
    .object({
      type: z.literal('diff'),
      text: z.string(),
      leftOut: z.number().int().nonnegative(),
    })
    .readonly(),
  /** The files have changed since the call was checked: if allowed, it will fail. `text` says so to people. */
  z.object({ type: z.literal('changed'), text: z.string() }).readonly(),
  /** The call changes no files, cannot be previewed, or no longer waits for approval. */
  z.object({ type: z.literal('none') }).readonly(),
])
export type ChangePreview = z.infer<typeof ChangePreview>
