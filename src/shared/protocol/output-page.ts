import { z } from 'zod'

const place = z.number().int().nonnegative()

/**
 * A part of what a command printed, for people: whole lines in their order, colours kept. `from`: its first byte in the whole;
 * with 0 it is the beginning. `standsFor`: the part of the result's text that the whole takes the place of, in UTF-16 code units.
 */
export const OutputPage = z
  .object({
    text: z.string(),
    from: place,
    standsFor: z.object({ from: place, to: place }).readonly(),
  })
  .readonly()
export type OutputPage = z.infer<typeof OutputPage>
