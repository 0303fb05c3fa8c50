import { z } from 'zod'
import { DocumentLimits } from './document-limits.ts'

/** From this part of its limit on, a conversation is near the end of what its model can read. */
export const NEAR_LIMIT = 0.8

/** How much of what the model can read is used, in tokens: as the provider counted, or estimated where it has not yet. */
export const ContextUse = z
  .object({
    usedTokens: z.number().nonnegative(),
    limitTokens: z.number().positive(),
    /** Whether requests hold images, or PDFs as documents: what could be dropped. */
    holdsImages: z.boolean(),
    /** What the model takes of PDF documents. Absent: none. */
    documents: DocumentLimits.optional(),
  })
  .readonly()
export type ContextUse = z.infer<typeof ContextUse>

/** The same without what each step changes. */
export const ContextLimits = ContextUse.unwrap().omit({ usedTokens: true }).readonly()
export type ContextLimits = z.infer<typeof ContextLimits>

export function isNearLimit({ usedTokens, limitTokens }: ContextUse): boolean {
  return usedTokens >= limitTokens * NEAR_LIMIT
}

/** What the next request would be made of, in tokens. All are estimates: no provider counts them apart. */
export const ContextShares = z
  .object({
    /** The system prompt, without what the folder says. */
    system: z.number().nonnegative(),
    tools: z.number().nonnegative(),
    /** What the folder says about working in it, files that were read, and documents. */
    files: z.number().nonnegative(),
    messages: z.number().nonnegative(),
    images: z.number().nonnegative(),
  })
  .readonly()
export type ContextShares = z.infer<typeof ContextShares>
