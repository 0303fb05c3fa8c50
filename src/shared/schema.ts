import * as zod from 'zod'

/**
 * The part of zod that Phoenix uses; imported as `z`. A schema is built when it is first used, not when its module is
 * loaded: most of the contract is of no use to a page or to the start of a host, and both load all of it
 * (docs/decisions/160-schemas-built-on-use.md).
 */
export const array = deferring(zod.array)
export const base64 = deferring(zod.base64)
export const boolean = deferring(zod.boolean)
export const coerce = { number: deferring(zod.coerce.number) }
export const custom = deferring(zod.custom)
export const discriminatedUnion = deferring(zod.discriminatedUnion)
export const email = deferring(zod.email)
export const hash = deferring(zod.hash)
export const iso = { date: deferring(zod.iso.date), datetime: deferring(zod.iso.datetime) }
export const literal = deferring(zod.literal)
export const looseObject = deferring(zod.looseObject)
export const number = deferring(zod.number)
export const object = deferring(zod.object)
export const record = deferring(zod.record)
export const strictObject = deferring(zod.strictObject)
export const string = deferring(zod.string)
export const tuple = deferring(zod.tuple)
export const union = deferring(zod.union)
export const unknown = deferring(zod.unknown)
export const url = deferring(zod.url)
export const uuid = deferring(zod.uuid)
const enumeration = deferring(zod.enum)
const nothing = deferring(zod.null)
export { enumeration as enum, nothing as null }

export { config, safeParse, ZodOptional } from 'zod'
export type { core, infer, ZodError, ZodNumber, ZodObject, ZodString, ZodType } from 'zod'

/** Methods of a schema that make another one. Any other member, when it is read, builds the schema. */
const STEPS: ReadonlySet<string | symbol> = new Set([
  'catch',
  'default',
  'describe',
  'extend',
  'int',
  'max',
  'min',
  'nonnegative',
  'nullable',
  'omit',
  'optional',
  'partial',
  'pick',
  'positive',
  'readonly',
  'refine',
  'regex',
  'superRefine',
  'transform',
  'trim',
  'unwrap',
])

/** A function of zod that makes a schema, or a step. */
type Make = (...given: unknown[]) => object

/** A schema, or how to build it. */
interface Deferred {
  schema: object | (() => object)
}

/** The schema itself. */
const BUILT = Symbol('built')

/** Has the members of the schema, so zod and other libraries take it for one. */
const HANDLER: ProxyHandler<Deferred> = {
  get(deferred, name): unknown {
    if (name === BUILT) return built(deferred)
    if (!STEPS.has(name)) return memberOf(deferred, name)
    return deferring((...given) => (memberOf(deferred, name) as Make)(...given))
  },
  has: (deferred, name) => name === BUILT || Reflect.has(built(deferred), name),
}

function deferring<Maker extends (...given: never[]) => object>(maker: Maker): Maker {
  const make = maker as unknown as Make
  const defer: Make = (...given) =>
    new Proxy<Deferred>({ schema: () => make(...given.map(withSchemas)) }, HANDLER)
  return defer as unknown as Maker
}

function built(deferred: Deferred): object {
  if (typeof deferred.schema === 'function') deferred.schema = deferred.schema()
  return deferred.schema
}

function memberOf(deferred: Deferred, name: string | symbol): unknown {
  const schema = built(deferred)
  const member: unknown = Reflect.get(schema, name)
  return typeof member === 'function' ? member.bind(schema) : member
}

/** Also in a list or an object. Otherwise each use of a schema would reach its parts through what stands for them. */
function withSchemas(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null) return argument
  if (BUILT in argument) return argument[BUILT]
  if (Array.isArray(argument)) return argument.map(withSchemas)
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument
  return Object.fromEntries(Object.entries(argument).map(([name, of]) => [name, withSchemas(of)]))
}
