import * as z from '../schema.ts'

/** A page that a provider found or a model cites, as the provider names it: its address may not be a valid link. */
export const Source = z.object({ url: z.string(), title: z.string().nullable() }).readonly()
export type Source = z.infer<typeof Source>

/**
 * The visible part of a tool that ran at the provider (docs/decisions/046). `id` pairs a search or a page with its
 * result, if that comes separately.
 */
export const WebStep = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('search'),
      id: z.string(),
      queries: z.array(z.string()).readonly(),
      /** Null if the result comes separately or is not reported. */
      found: z.array(Source).readonly().nullable(),
    })
    .readonly(),
  z.object({ type: z.literal('page'), id: z.string(), url: z.string() }).readonly(),
  z
    .object({
      type: z.literal('result'),
      id: z.string(),
      found: z.array(Source).readonly(),
      /** Why it failed, in the provider's term: `too_many_requests`. Null if it succeeded. */
      failure: z.string().nullable(),
    })
    .readonly(),
])
export type WebStep = z.infer<typeof WebStep>
