import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const ROW = /^\| (.+?) +\| `(\S+\.test\.ts)`: `(.+)` *\|$/

const files = globSync('{src,e2e,scripts}/**/*.test.ts', { cwd: ROOT })
const lines = readFileSync(join(ROOT, 'docs/ecosystem.md'), 'utf8').split('\n')
const clauses = lines.flatMap((line) => {
  const [, clause, file = '', title = ''] = ROW.exec(line) ?? []
  return clause === undefined ? [] : [{ clause, file, title }]
})

test('every clause of the page of the ecosystem is read, and each names a test', () => {
  const rows = lines.filter((line) => /^\| (?!Clause|-)/.test(line))
  expect(rows.length).toBeGreaterThan(40)
  expect(clauses).toHaveLength(rows.length)
})

test.each(clauses)('$clause: its test is there', ({ file, title }) => {
  const found = files.filter((path) => `/${path}`.endsWith(`/${file}`))
  expect(found).toHaveLength(1)
  expect(readFileSync(join(ROOT, found[0] ?? ''), 'utf8')).toContain(`'${title}',`)
})
