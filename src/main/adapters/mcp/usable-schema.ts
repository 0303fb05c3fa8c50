import { failed, ok, type Result } from '../../../shared/result.ts'

type Json = Readonly<Record<string, unknown>>

const MAX_BYTES = 24 * 1024
const MAX_DEPTH = 16
/** Field names that providers accept. */
const FIELD = /^[A-Za-z0-9_.-]{1,64}$/
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
/** Keywords that no model needs, and that some providers refuse. */
const LEFT_OUT = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment'])
/** Providers refuse a schema that is a union at the top level. */
const NOT_AT_THE_TOP = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'enum'])
const SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const MAPS = new Set([
  'properties',
  '$defs',
  'definitions',
  'patternProperties',
  'dependentSchemas',
])

/**
 * Converts a foreign tool's schema to a form that every provider accepts: an invalid one would make every request fail. The
 * error ends a sentence.
 */
export function usableSchema(schema: unknown): Result<Json, string> {
  if (!isJson(schema) || schema['type'] !== 'object') return failed('its input is no object')
  if (!isShallow(schema, MAX_DEPTH)) return failed('its schema is nested too deep')
  const size = Buffer.byteLength(JSON.stringify(schema))
  if (size > MAX_BYTES) return failed(`its schema is too long (${Math.ceil(size / 1024)} KB)`)
  try {
    const top = cleaned(schema)
    const kept = Object.entries(top).filter(([field]) => !NOT_AT_THE_TOP.has(field))
    return ok({ properties: {}, ...Object.fromEntries(kept), type: 'object' })
  } catch (error) {
    if (error instanceof NotASchema) return failed(error.message)
    throw error
  }
}

class NotASchema extends Error {}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True if a value is nested at most this deep. */
export function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.values(value).every((inner) => isShallow(inner, left - 1))
}

function cleaned(schema: Json): Json {
  const kept: [string, unknown][] = []
  for (const [field, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(field) || field.startsWith('x-')) continue
    kept.push([field, cleanedField(field, value)])
  }
  const all = Object.fromEntries(kept)
  const isArray = all['type'] === 'array' && all['items'] === undefined
  return isArray && all['prefixItems'] === undefined ? { ...all, items: {} } : all
}

function cleanedField(field: string, value: unknown): unknown {
  if (field === 'type') return typeOf(value)
  if (field === '$ref') return localRef(value)
  if (field === 'required') return listOfNames(value)
  if (field === 'description' && typeof value !== 'string')
    throw new NotASchema('a description in its schema is no text')
  if (field === 'enum' && !Array.isArray(value))
    throw new NotASchema('an enum in its schema is no list')
  if (MAPS.has(field)) return cleanedMap(field, value)
  if (LISTS.has(field)) {
    if (!Array.isArray(value) || value.length === 0)
      throw new NotASchema(`${field} in its schema is no list of schemas`)
    return value.map((each) => schemaIn(field, each))
  }
  return SCHEMAS.has(field) ? schemaIn(field, value) : value
}

function schemaIn(field: string, value: unknown): unknown {
  if (typeof value === 'boolean') return field === 'additionalProperties' ? value : {}
  if (!isJson(value)) throw new NotASchema(`${field} in its schema is no schema`)
  return cleaned(value)
}

function cleanedMap(field: string, value: unknown): Json {
  if (!isJson(value)) throw new NotASchema(`${field} in its schema is no object`)
  const entries = Object.entries(value).map(([name, schema]) => {
    if (field === 'properties' && !FIELD.test(name))
      throw new NotASchema('a field has a name that no provider takes')
    return [name, schemaIn(field, schema)]
  })
  return Object.fromEntries(entries)
}

function typeOf(value: unknown): unknown {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value]
  const isKnown = types.length > 0 && types.every((type) => TYPES.has(String(type)))
  if (!isKnown) throw new NotASchema('a type in its schema is none')
  return value
}

/** A reference to another document would have to be fetched. */
function localRef(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('#')) return value
  throw new NotASchema('its schema names another document')
}

function listOfNames(value: unknown): unknown {
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  throw new NotASchema('what is required in its schema is no list of names')
}
