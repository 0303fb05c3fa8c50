import * as z from '../schema.ts'
import { DocumentLimits } from './document-limits.ts'

/** The share of the limit from which a conversation counts as close to it. */
export const NEAR_LIMIT = 0.8

/** The used part of the model's context, in tokens: as the provider counted, or estimated if it has not yet. */
export const ContextUse = z
  .object({
    usedTokens: z.number().nonnegative(),
    limitTokens: z.number().positive(),
    /** True if requests contain images, or PDFs as documents, which could be dropped. */
    holdsImages: z.boolean(),
    /** The PDF documents that the model accepts. Absent if none. */
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
