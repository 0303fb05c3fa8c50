import { z } from 'zod'
import { DocumentLimits } from './document-limits.ts'

/** From this share of its limit on, a conversation is close to what its model can read. */
export const NEAR_LIMIT = 0.8

/** How much of the model's context is used, in tokens: as the provider counted, or estimated if it has not yet. */
export const ContextUse = z
  .object({
    usedTokens: z.number().nonnegative(),
    limitTokens: z.number().positive(),
    /** Whether requests contain images, or PDFs as documents: what could be dropped. */
    holdsImages: z.boolean(),
    /** Which PDF documents the model accepts. Absent: none. */
    documents: DocumentLimits.optional(),
  })
  .readonly()
export type ContextUse = z.infer<typeof ContextUse>

/** The part that does not change with each step. */
export const ContextLimits = ContextUse.unwrap().omit({ usedTokens: true }).readonly()
export type ContextLimits = z.infer<typeof ContextLimits>

export function isNearLimit({ usedTokens, limitTokens }: ContextUse): boolean {
  return usedTokens >= limitTokens * NEAR_LIMIT
}

/** The parts of the next request, in tokens. All are estimates: no provider counts them separately. */
export const ContextShares = z
  .object({
    /** The system prompt, without the folder's instructions. */
    system: z.number().nonnegative(),
    tools: z.number().nonnegative(),
    /** The folder's instructions, files that were read, and documents. */
    files: z.number().nonnegative(),
    messages: z.number().nonnegative(),
    images: z.number().nonnegative(),
  })
  .readonly()
export type ContextShares = z.infer<typeof ContextShares>
