import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface Feature {
  readonly name: string
  readonly isHere: boolean
  readonly shownBy: readonly string[]
}

/** The rows of all tables of the page. */
const features: readonly Feature[] = readFileSync(join(ROOT, 'docs/features.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const row = /^\| (.+?) +\| [12] +\| (yes|no) +\| (.*)\|$/.exec(line)
    if (row === null) return []
    const [, name = '', here, tests = ''] = row
    const shownBy = [...tests.matchAll(/`([^`]+)`/g)].map(([, test]) => test ?? '')
    return [{ name, isHere: here === 'yes', shownBy }]
  })

test('each row of the page of features is parsed', () => {
  const lines = readFileSync(join(ROOT, 'docs/features.md'), 'utf8').split('\n')
  const rows = lines.filter((line) => /^\| (?!Capability|-)/.test(line))
  expect(features).toHaveLength(rows.length)
})

test.each(features)(
  '$name: an existing feature is shown by tests, and a missing one claims none',
  ({ isHere, shownBy }) => {
    expect(shownBy.length > 0).toBe(isHere)
    for (const name of shownBy) {
      const files = ['', '.deep', '.alone'].map((kind) => join(ROOT, `e2e/${name}${kind}.test.ts`))
      expect([name, files.some((file) => existsSync(file))]).toEqual([name, true])
    }
  },
)
