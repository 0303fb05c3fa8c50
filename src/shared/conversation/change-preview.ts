import { z } from 'zod'

/** What a call would change if it were allowed now. */
export const ChangePreview = z.discriminatedUnion('type', [
  /** A unified diff; `leftOut`: lines of it that were too many to show. */
  z
    .object({
      type: z.literal('diff'),
      text: z.string(),
      leftOut: z.number().int().nonnegative(),
    })
    .readonly(),
  /** The files are not what the call was checked against: allowed, it fails. `text` says so to people. */
  z.object({ type: z.literal('changed'), text: z.string() }).readonly(),
  /** It changes no files, or cannot be shown, or is asked for no more. */
  z.object({ type: z.literal('none') }).readonly(),
])
export type ChangePreview = z.infer<typeof ChangePreview>
