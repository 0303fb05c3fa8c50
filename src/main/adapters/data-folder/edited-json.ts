import type * as z from '../../../shared/schema.ts'

/** The fields of a JSON object that this version of Phoenix does not know. They stay when the object is written again. */
export function unknownFields(
  json: unknown,
  ...known: readonly Pick<z.ZodObject, 'shape'>[]
): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(
    Object.entries(json).filter(([name]) =>
      known.every(({ shape }) => !Object.hasOwn(shape, name)),
    ),
  )
}
