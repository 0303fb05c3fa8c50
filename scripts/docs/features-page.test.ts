import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const ROW = /^\| (.+?) +\| [12] +\| (yes|no) +\| (.*?) *\|$/
/** A file, and the title of a test in it. */
const SHOWN = /^`(\S+\.test\.ts)`: `([^`]+)`$/

const files = globSync('{src,e2e}/**/*.test.ts', { cwd: ROOT })
const lines = readFileSync(join(ROOT, 'docs/features.md'), 'utf8').split('\n')
const features = lines.flatMap((line) => {
  const [, name, here, tests = ''] = ROW.exec(line) ?? []
  if (name === undefined) return []
  return [{ name, isHere: here === 'yes', shownBy: tests === '' ? [] : tests.split('; `') }]
})

test('each row of the page of features is parsed', () => {
  expect(features).toHaveLength(lines.filter((line) => /^\| (?!Capability|-)/.test(line)).length)
})

test.each(features)(
  '$name: an existing feature is shown by tests with these titles, and a missing one claims none',
  ({ isHere, shownBy }) => {
    expect(shownBy.length > 0).toBe(isHere)
    for (const shown of shownBy) {
      const [, file, title = ''] = SHOWN.exec(shown.replace(/^(?!`)/, '`')) ?? []
      const found = files.filter((path) => `/${path}`.endsWith(`/${file}`))
      expect([shown, found.length]).toEqual([shown, 1])
      const text = readFileSync(join(ROOT, found[0] ?? ''), 'utf8')
      const isThere = text.includes(`'${title}',`) || text.includes(`"${title}",`)
      expect([shown, isThere]).toEqual([shown, true])
    }
  },
)
