import type { z } from 'zod'

type Schema = z.core.$ZodType

/** The names of the contract's exported schemas, by what a schema and whatever stands for it share. */
export type Names = ReadonlyMap<Schema['_zod'], string>

/** The parts of a schema's definition that are read here: zod does not distinguish its kinds by type. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly innerType?: Schema
  readonly options?: readonly Schema[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
  readonly keyType?: Schema
  readonly valueType?: Schema
  readonly in?: Schema
  readonly items?: readonly Schema[]
}

/** Kinds that add nothing to the shape they wrap. */
const WRAPPERS: ReadonlySet<string> = new Set(['readonly', 'default', 'catch', 'prefault'])

/** Returns a schema as a TypeScript type, or its name if it has one. `isWhole`: written out even so. */
export function typeText(schema: Schema, names: Names, isWhole = false): string {
  const name = names.get(schema._zod)
  if (name !== undefined && !isWhole) return name
  const def = schema._zod.def as Definition
  const inner = (of: Schema | undefined): string =>
    of === undefined ? 'unknown' : typeText(of, names)
  if (WRAPPERS.has(def.type))
    return def.innerType ? typeText(def.innerType, names, isWhole) : 'unknown'
  switch (def.type) {
    case 'object':
      return objectText(def.shape ?? {}, names)
    case 'array':
      return listText(inner(def.element))
    case 'tuple':
      return `[${(def.items ?? []).map(inner).join(', ')}]`
    case 'union':
      return [...new Set((def.options ?? []).map(inner))].join(' | ')
    case 'nullable':
      return `${inner(def.innerType)} | null`
    case 'optional':
      return inner(def.innerType)
    case 'literal':
      return (def.values ?? []).map((value) => JSON.stringify(value)).join(' | ')
    case 'enum':
      return Object.values(def.entries ?? {})
        .map((value) => JSON.stringify(value))
        .join(' | ')
    case 'record':
      return `Record<${inner(def.keyType)}, ${inner(def.valueType)}>`
    case 'pipe':
      return inner(def.in)
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return def.type
    default:
      return 'unknown'
  }
}

function objectText(shape: Readonly<Record<string, Schema>>, names: Names): string {
  const fields = Object.entries(shape).map(([field, schema]) => {
    const { type } = schema._zod.def as Definition
    const mark = type === 'optional' || type === 'default' ? '?' : ''
    return `${field}${mark}: ${typeText(schema, names)}`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

function listText(element: string): string {
  return /[|;]/.test(element) && !element.startsWith('{') ? `(${element})[]` : `${element}[]`
}
