import { expect, test } from 'vitest'
import { houseComplaints, readSources } from './house-rules.ts'

const SOURCES = readSources()

function complaintsWith(planted: Readonly<Record<string, string>>): readonly string[] {
  return houseComplaints(new Map([...SOURCES, ...Object.entries(planted)]))
}

/** More files than a folder may have. */
function folderOf(name: (index: number) => string): Readonly<Record<string, string>> {
  const files = Array.from({ length: 26 }, (_, index) => [`src/planted/${name(index)}`, ''])
  return Object.fromEntries(files)
}

test('the repository follows its own rules', () => {
  expect(SOURCES.size).toBeGreaterThan(1_500)
  expect(houseComplaints(SOURCES)).toEqual([])
})

test('a circle of imports is found, through types, components and imports at run time', () => {
  const planted = {
    'src/renderer/a.ts': "import type { B } from './b.svelte'\n",
    'src/renderer/b.svelte':
      "<script>\n  import {\n    c,\n  } from './connection/c.ts'\n</script>\n",
    'src/renderer/connection/c.ts': "export const c = () => import('../a.ts')\n",
  }
  expect(complaintsWith(planted)).toEqual([
    'import circle, types included: src/renderer/a.ts <- src/renderer/b.svelte <- src/renderer/connection/c.ts',
  ])
})

test('a folder with more than 25 product files is found; tests and fixtures do not count', () => {
  expect(complaintsWith(folderOf((index) => `${index}.test.ts`))).toEqual([])
  expect(complaintsWith(folderOf((index) => `${index}.fixture.ts`))).toEqual([])
  expect(complaintsWith(folderOf((index) => `${index}.svelte`))).toEqual([
    'src/planted: 26 product files, at most 25',
  ])
})

test('a regular expression for a run at the end of a text is found, unless it is anchored', () => {
  const planted = {
    'src/a.ts': String.raw`a.replace(/\n+$/, ''); const b = /[. ]+$/u; c.test(/^\d+$/)`,
    'src/b.svelte': String.raw`{text.replace(/x*$/g, '')}`,
    'src/c.test.ts': String.raw`a.replace(/\n+$/, '')`,
  }
  expect(complaintsWith(planted)).toEqual([
    String.raw`src/a.ts: /\n+$/ takes quadratic time; use trimEndOf`,
    'src/a.ts: /[. ]+$/u takes quadratic time; use trimEndOf',
    'src/b.svelte: /x*$/g takes quadratic time; use trimEndOf',
  ])
})

test('a style in which Tab circles is found', () => {
  expect(
    complaintsWith({ 'src/a.svelte': '<style>\n  a {\n    reading-flow: grid-rows;\n' }),
  ).toEqual(['src/a.svelte: reading-flow traps Tab'])
})

test('a product file that imports zod itself is found', () => {
  const planted = {
    'src/planted/a.ts': "import { z } from 'zod'\n",
    'src/planted/a.test.ts': "import { z } from 'zod'\n",
    'scripts/a.ts': "import { z } from 'zod'\n",
  }
  expect(complaintsWith(planted)).toEqual([
    'src/planted/a.ts: import src/shared/schema.ts instead of zod',
  ])
})

test('a member that only the compiler keeps private is found', () => {
  const text =
    'class A {\n  private constructor() {}\n  private readonly a = 1\n  readonly #b = 2\n}\n'
  expect(complaintsWith({ 'src/a.test.ts': text })).toEqual([
    'src/a.test.ts: write #name: private readonly a = 1',
  ])
})

test('files of more than 300 lines are found, and a repository whose files are too long on average', () => {
  expect(complaintsWith({ 'src/long.svelte': '\n'.repeat(300) })).toEqual([])
  expect(complaintsWith({ 'src/long.svelte': '\n'.repeat(301) })).toEqual([
    'src/long.svelte: 301 lines, at most 300',
  ])
  const long = Array.from(
    { length: 3 },
    (_, index) => [`src/${index}.ts`, '\n'.repeat(90)] as const,
  )
  expect(houseComplaints(new Map(long))).toEqual(['half of the files have 90 lines or more'])
})
