import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ClientEvent } from '../../src/shared/protocol/events.ts'
import { type Names, typeText } from './type-text.ts'

const SHARED = join(import.meta.dirname, '../../src/shared')

/** The contract in words and types, for the generated pages. */
export interface Contract {
  /** The comment above each command in its table. */
  readonly said: ReadonlyMap<string, string>
  /** Returns a schema as a TypeScript type. `isWhole`: written out even if it has a name. */
  readonly text: (schema: z.ZodType, isWhole?: boolean) => string
  /** All types named by the texts so far, and those that they name in turn. By name. */
  readonly types: () => ReadonlyMap<string, string>
}

export async function readContract(): Promise<Contract> {
  const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const schemas = await schemasIn(files)
  const names: Names = new Map([...schemas].map(([name, { _zod }]) => [_zod, name]))
  const said = saidIn(files.map((file) => readFileSync(join(SHARED, file), 'utf8')).join('\n'))
  const used = new Set<string>()
  const text = (schema: z.ZodType, isWhole = false): string => {
    const written = typeText(schema, names, isWhole)
    for (const [word] of written.replaceAll(/"[^"]*"/g, '').matchAll(/\b[A-Z]\w*/g)) used.add(word)
    return written
  }
  return { said, text, types: () => typesOf(schemas, used, text) }
}

export function typeOf(event: (typeof ClientEvent.options)[number]): string {
  const schema = event instanceof z.ZodReadonly ? event.unwrap() : event
  return schema.shape.type.value
}

/** Continues until every named type has been written. */
function typesOf(
  schemas: ReadonlyMap<string, z.ZodType>,
  used: ReadonlySet<string>,
  text: (schema: z.ZodType, isWhole: boolean) => string,
): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  // The set grows during the iteration.
  for (const name of used) {
    const schema = schemas.get(name)
    if (schema !== undefined) written.set(name, text(schema, true))
  }
  return new Map([...written].toSorted(([one], [other]) => one.localeCompare(other, 'en')))
}

/** Ids are one schema with many names: the names of their fields suffice. */
async function schemasIn(files: readonly string[]): Promise<ReadonlyMap<string, z.ZodType>> {
  const modules = await Promise.all(
    files.map((file) => import(join(SHARED, file)) as Promise<Readonly<Record<string, unknown>>>),
  )
  const named = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.ZodType && /^[A-Z]/.test(name) ? [{ name, value }] : [],
    ),
  )
  const once = [...Map.groupBy(named, ({ value }) => value).values()].filter(
    (all) => all.length === 1,
  )
  return new Map(once.flat().map(({ name, value }) => [name, value]))
}

/** Reads the comment above each command in its table. */
function saidIn(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([a-zA-Z]+\.[a-zA-Z]+)': \{/g)
  return new Map(
    Array.from(found, ([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
    ]),
  )
}
