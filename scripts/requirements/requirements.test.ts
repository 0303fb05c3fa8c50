import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CATALOGUE } from './catalogue.ts'
import { complaintsOf } from './check.ts'
import { collectRequirements, PAGE } from './collect.ts'
import { readTags } from './read-tags.ts'
import { renderRequirements } from './render.ts'

const collected = collectRequirements()

test('every clause has a test or a reason, every tag names a clause, no clause is pending needlessly', () => {
  expect(collected.complaints).toEqual([])
})

test('docs/requirements.md matches the output of npm run docs', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(collected.page)
})

test('pages that settle a clause without a test exist', () => {
  const pages = CATALOGUE.flatMap(({ clauses }) => clauses.flatMap(({ page }) => page ?? []))
  for (const page of pages) {
    expect(existsSync(join(import.meta.dirname, '../..', page)), page).toBe(true)
  }
})

test('a tag belongs to the test below it, whatever its form, with the groups around it', () => {
  const { tagged, complaints } = readTags(
    'a.test.ts',
    [
      '// a word of explanation',
      `// covers X-1 X-2`,
      "test('alone', () => {})",
      "describeInBrowser('Stop', (scene) => {",
      `  // covers X-3`,
      "  test.each([1])('row %s', async () => {})",
      "  it('without', () => {})",
      `  // covers X-4`,
      '  test(`${kind}: all`, { retry: 2 }, () => {})',
      '})',
    ].join('\n'),
  )
  expect(tagged).toEqual([
    { ids: ['X-1', 'X-2'], file: 'a.test.ts', name: 'alone' },
    { ids: ['X-3'], file: 'a.test.ts', name: 'Stop › row %s' },
    { ids: ['X-4'], file: 'a.test.ts', name: 'Stop › ${kind}: all' },
  ])
  expect(complaints).toEqual([])
})

test('a tag above nothing, or above something else, is reported', () => {
  const tag = `// covers X-1`
  for (const text of [
    tag,
    `${tag}\nconst a = 1`,
    `${tag}\n\n// other words\ntest('a', () => {})`,
  ]) {
    expect(readTags('a.test.ts', text).complaints, text).toHaveLength(1)
  }
})

test('an unknown clause, one without a test and a needlessly pending one are reported', () => {
  const clauses = ['X-1', 'X-2', 'X-3'].map((id) => ({ id, text: `text of ${id}` }))
  const chapters = [{ title: 'T', clauses: [...clauses, { id: 'X-4', text: 't', page: 'a.md' }] }]
  const tagged = [{ ids: ['X-1', 'X-9'], file: 'a.test.ts', name: 'n' }]
  expect(complaintsOf(chapters, tagged, { 'X-1': 'why', 'X-3': 'why', 'X-8': 'why' })).toEqual([
    'a.test.ts: n: no clause X-9',
    'not-yet.ts names X-8, which is no clause',
    'X-1 has a test: take it out of not-yet.ts',
    'X-2 has no test: text of X-2',
  ])
  const page = renderRequirements(chapters, tagged, { 'X-3': 'why' })
  expect(page).toContain('| X-1 | text of X-1 | `a.test.ts`: n |')
  expect(page).toContain('**not yet:** why')
})
