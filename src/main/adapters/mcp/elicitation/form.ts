import * as z from '../../../../shared/schema.ts'
import { assertNever } from '../../../../shared/assert-never.ts'
import { firstUnits, visibleText } from '../../../../shared/visible-text.ts'

/** A form with more fields than this is a flood, not a question. */
const MAX_FIELDS = 20
const MAX_CHOICES = 100
const MAX_NAME = 200
const MAX_WORDS = 500

export type FormValue = string | number | boolean | string[]

export interface Choice {
  readonly value: string | boolean
  readonly label: string
}

/** One field of a server's form. */
export interface Field {
  readonly key: string
  /** For people, without anything invisible. */
  readonly title: string
  readonly description: string
  readonly isRequired: boolean
  readonly preset: FormValue | undefined
  readonly takes:
    | {
        readonly type: 'text'
        readonly format: 'email' | 'uri' | 'date' | 'date-time' | undefined
        readonly min: number
        readonly max: number
      }
    | {
        readonly type: 'number'
        readonly isWhole: boolean
        readonly min: number
        readonly max: number
      }
    | { readonly type: 'one'; readonly choices: readonly Choice[] }
    | {
        readonly type: 'several'
        readonly choices: readonly Choice[]
        readonly min: number
        readonly max: number
      }
}

const about = {
  title: z.string().optional(),
  description: z.string().optional(),
}
const size = z.number().int().nonnegative()
const names = z.array(z.string().max(MAX_NAME)).min(1).max(MAX_CHOICES)
const titled = z
  .array(z.object({ const: z.string().max(MAX_NAME), title: z.string() }))
  .min(1)
  .max(MAX_CHOICES)

const Text = z.object({
  ...about,
  type: z.literal('string'),
  format: z.enum(['email', 'uri', 'date', 'date-time']).optional().catch(undefined),
  minLength: size.optional(),
  maxLength: size.optional(),
  default: z.string().optional(),
  enum: names.optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: titled.optional(),
})
const Numeric = z.object({
  ...about,
  type: z.enum(['number', 'integer']),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.number().optional(),
})
const Yes = z.object({ ...about, type: z.literal('boolean'), default: z.boolean().optional() })
const Several = z.object({
  ...about,
  type: z.literal('array'),
  minItems: size.optional(),
  maxItems: size.optional(),
  items: z.union([z.object({ anyOf: titled }), z.object({ enum: names })]),
  default: z.array(z.string()).optional(),
})
const Property = z.discriminatedUnion('type', [Text, Numeric, Yes, Several])
type Property = z.infer<typeof Property>

const Form = z.object({
  type: z.literal('object'),
  properties: z.record(z.string().min(1).max(MAX_NAME), Property),
  required: z.array(z.string()).optional(),
})

/** Null if it has parts that cannot be shown, or too many. */
export function readForm(schema: unknown): readonly Field[] | null {
  const read = Form.safeParse(schema)
  if (!read.success) return null
  const { properties, required = [] } = read.data
  const fields = Object.entries(properties).map(([key, property]): Field => {
    return {
      key,
      title: shown(property.title ?? key, MAX_NAME),
      description: shown(property.description ?? '', MAX_WORDS),
      isRequired: required.includes(key),
      preset: property.default,
      takes: takesOf(property),
    }
  })
  const isFillable = fields.every(({ takes }) => {
    if (takes.type === 'one') return true
    return takes.min <= takes.max
  })
  return fields.length > MAX_FIELDS || !isFillable ? null : fields
}

function takesOf(property: Property): Field['takes'] {
  switch (property.type) {
    case 'string': {
      const { enum: values, enumNames, format, maxLength, minLength = 0, oneOf } = property
      if (oneOf !== undefined) return { type: 'one', choices: oneOf.map(choiceOf) }
      if (values !== undefined) {
        const choices = values.map((value, at) =>
          choiceOf({ const: value, title: enumNames?.[at] }),
        )
        return { type: 'one', choices }
      }
      return { type: 'text', format, min: minLength, max: maxLength ?? Infinity }
    }
    case 'number':
    case 'integer': {
      const { maximum = Infinity, minimum = -Infinity, type } = property
      return { type: 'number', isWhole: type === 'integer', min: minimum, max: maximum }
    }
    case 'boolean':
      return {
        type: 'one',
        choices: [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ],
      }
    case 'array': {
      const { items, maxItems = Infinity, minItems = 0 } = property
      const listed =
        'anyOf' in items
          ? items.anyOf
          : items.enum.map((value) => ({ const: value, title: undefined }))
      return { type: 'several', choices: listed.map(choiceOf), min: minItems, max: maxItems }
    }
    default:
      return assertNever(property)
  }
}

function choiceOf(listed: { readonly const: string; readonly title: string | undefined }): Choice {
  const label = shown(listed.title ?? listed.const, MAX_NAME)
  return { value: listed.const, label: label === '' ? '(empty)' : label }
}

export function shown(text: string, most: number): string {
  return firstUnits(visibleText(firstUnits(text, most), 'kept'), most).trim()
}
