import type { z } from 'zod'

/**
 * Says what is wrong with a part of a file that a person may have edited, as the end of a sentence. It repeats no values: one
 * may be a secret.
 */
export function whatIsWrong({ issues }: z.ZodError): string {
  const path = (issues[0]?.path ?? []).join('.')
  return path === '' ? 'it is not in the form of one' : `${path} is missing or has a wrong value`
}

/** Says of one entry of such a file that it cannot be used: a sentence for people. `why`: as from `whatIsWrong`. */
export function refusalOf(entry: string, why: string, file: string): string {
  return `${entry} cannot be used: ${why}. Correct it in ${file} and start Phoenix again, or add it again. Nothing of it was removed.`
}

/** The fields of a JSON object that this version of Phoenix does not know. They stay when the object is written again. */
export function unknownFields(
  json: unknown,
  { shape }: Pick<z.ZodObject, 'shape'>,
): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(Object.entries(json).filter(([name]) => !Object.hasOwn(shape, name)))
}
