import { z } from 'zod'

/** What a call would change if it were allowed now. */
export const ChangePreview = z.discriminatedUnion('type', [
  /** A unified diff; `leftOut`: how many of its lines were too many to show. */
  z
    .object({
      type: z.literal('diff'),
      text: z.string(),
      leftOut: z.number().int().nonnegative(),
    })
    .readonly(),
  /** The files have changed since the call was checked: if allowed, it fails. `text` tells people so. */
  z.object({ type: z.literal('changed'), text: z.string() }).readonly(),
  /** It changes no files, or cannot be shown, or no longer waits for approval. */
  z.object({ type: z.literal('none') }).readonly(),
])
export type ChangePreview = z.infer<typeof ChangePreview>
