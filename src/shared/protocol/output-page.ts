import * as z from '../schema.ts'

const place = z.number().int().nonnegative()

/**
 * A part of a command's output, for people: whole lines in order, with colours. `from`: its byte offset in the whole
 * output. `standsFor`: the part of the result's text that the whole output replaces, in UTF-16 code units.
 */
export const OutputPage = z
  .object({
    text: z.string(),
    from: place,
    standsFor: z.object({ from: place, to: place }).readonly(),
  })
  .readonly()
export type OutputPage = z.infer<typeof OutputPage>
