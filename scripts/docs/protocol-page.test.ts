import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commands } from '../../src/shared/protocol/commands.ts'
import { ClientEvent } from '../../src/shared/protocol/events.ts'
import { protocolPage } from './protocol-page.ts'
import { typeText } from './type-text.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8')

test('docs/protocol.md matches the commands and events', async () => {
  expect(page, 'it is stale: node scripts/docs/protocol.ts').toBe(await protocolPage())
})

test('it has every command and every event', () => {
  const heads = [...page.matchAll(/^### (.*)$/gm)].map(([, head]) => head)
  expect(heads.slice(0, Object.keys(commands).length)).toEqual(Object.keys(commands))
  expect(heads.length).toBe(Object.keys(commands).length + ClientEvent.options.length)
})

test('shapes are types', () => {
  const Named = z.object({ a: z.string() })
  const names = new Map([[Named._zod, 'Named']])
  const shape = z.object({
    one: Named.readonly().nullable(),
    many: z.array(z.union([z.literal('x'), z.number()])).optional(),
    rest: z.record(z.string(), z.boolean()).default({}),
    any: z.custom<unknown>(),
  })
  expect(typeText(shape, names)).toBe(
    '{ one: Named | null; many?: ("x" | number)[]; rest?: Record<string, boolean>; any: unknown }',
  )
  expect(typeText(Named, names, true)).toBe('{ a: string }')
})
