import { expect, test } from 'vitest'
import * as zod from 'zod'
import * as z from './schema.ts'

/** A zod that has all that is used of it here. */
type Kinds = Pick<
  typeof zod,
  'array' | 'boolean' | 'discriminatedUnion' | 'enum' | 'literal' | 'number' | 'object' | 'string'
>

function shapeOf(of: Kinds) {
  const Id = of.string().trim().min(1).max(9).describe('Of a thing.')
  const Base = of.object({
    id: Id,
    tags: of
      .array(of.enum(['a', 'b']))
      .readonly()
      .default([]),
  })
  return of
    .discriminatedUnion('type', [
      Base.extend({ type: of.literal('count'), count: of.number().int().nullable() }).readonly(),
      Base.omit({ tags: true }).extend({
        type: of.literal('mark'),
        isSet: of.boolean().optional(),
      }),
    ])
    .refine((value) => value.id !== 'not', 'It is refused.')
}

test.for([
  { type: 'count', id: ' x ', count: 1 },
  { type: 'count', id: 'x', count: 1.5, tags: ['c'] },
  { type: 'mark', id: 'x', isSet: true },
  { type: 'mark', id: 'not', tags: [] },
  { type: 'mark' },
  { type: 'other' },
  null,
])('a schema takes and refuses what zod itself does: %j', (value) => {
  const [own, other] = [shapeOf(z).safeParse(value), shapeOf(zod).safeParse(value)]
  expect(own.data).toEqual(other.data)
  expect(own.error?.issues).toEqual(other.error?.issues)
})

test('zod and others take it for a schema, also inside one of its own', () => {
  const Own = z.string().min(2).optional()
  expect(Own).toBeInstanceOf(zod.ZodOptional)
  // The MCP SDK tells schemas from options in this way.
  expect(['~standard' in Own, 'shape' in Own]).toEqual([true, false])
  expect(zod.object({ own: Own }).safeParse({ own: 'x' }).error?.issues).toHaveLength(1)
  expect(zod.safeParse(Own, undefined).success).toBe(true)
  expect(shapeOf(z).toJSONSchema()).toEqual(shapeOf(zod).toJSONSchema())
})

test('a schema is built once, when it is first used, with all that was made from it', () => {
  const Part = z.object({ a: z.string() }).refine(() => true)
  const Wrong = Part.omit({ a: true }).readonly()
  const Many = z.array(Wrong).max(3)
  expect(() => Many.parse([])).toThrow('refinements')
  expect(Part.parse({ a: 'x' })).toEqual({ a: 'x' })
  expect(Part.shape.a).toBe(Part.shape.a)
  expect(z.object({ Part }).shape.Part.shape.a).toBe(Part.shape.a)
})
