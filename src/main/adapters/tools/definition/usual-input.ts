import * as z from '../../../../shared/schema.ts'

/** Names that models use for fields of a tool, because other agents do: their name to ours. */
export type OtherNames = Readonly<Record<string, string>>

/** Other agents' names for a path, which most tools accept. */
export const PATH_NAMES: OtherNames = {
  file_path: 'path',
  filepath: 'path',
  filename: 'path',
  file: 'path',
  absolute_path: 'path',
  target_file: 'path',
  directory: 'path',
  dir: 'path',
  folder: 'path',
}

/**
 * The input with its fields renamed to those of the schema and converted to their types: `filePath` and `file_path` become
 * `path`; `"20"` and `"[]"` become their JSON values if the field accepts no such text; null omits an optional field.
 * Unknown fields stay, so the schema refuses them.
 */
export function inUsualForm(
  schema: z.ZodObject,
  otherNames: OtherNames,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const usual = new Map<string, unknown>()
  for (const [name, value] of Object.entries(input)) {
    const field = fieldFor(name, fields, otherNames)
    const isDuplicate = field !== name && (Object.hasOwn(input, field) || usual.has(field))
    const shape = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (isDuplicate || shape === undefined) usual.set(name, value)
    else if (value !== null || accepts(shape, null)) usual.set(field, valueFor(shape, value))
    else if (!accepts(shape, undefined)) usual.set(field, value)
  }
  return Object.fromEntries(usual)
}

function fieldFor(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  others: OtherNames,
): string {
  if (Object.hasOwn(fields, name)) return name
  const snake = inSnakeCase(name)
  if (Object.hasOwn(fields, snake)) return snake
  return Object.hasOwn(others, name) ? (others[name] ?? name) : (others[snake] ?? name)
}

function inSnakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

function valueFor(shape: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'string' || accepts(shape, value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return accepts(shape, parsed) ? parsed : value
  } catch {
    return value
  }
}

function accepts(shape: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(shape, value).success
}
