import { expect, test } from 'vitest'
import { matchesGlob } from './glob-match.ts'

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'a/b.ts', false],
  ['**/*.ts', 'b.ts', true],
  ['**/*.ts', 'a/b/c.ts', true],
  ['**/b.ts', 'ab.ts', false],
  ['src/**', 'src/a/b', true],
  ['src/**', 'lib/a', false],
  ['src/**/x.ts', 'src/x.ts', true],
  ['src/**/x.ts', 'src/a/x.ts', true],
  ['src/**/x.ts', 'src/a/bx.ts', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['{src,lib}/*.{ts,tsx}', 'lib/a.tsx', true],
  ['{src,lib}/*.{ts,tsx}', 'bin/a.tsx', false],
  ['app/[id]/*.tsx', 'app/[id]/page.tsx', true],
  ['a.ts', 'abts', false],
  ['', 'a', false],
])('%s for %s: %s', (glob, path, isMeant) => {
  expect(matchesGlob(path, glob)).toBe(isMeant)
})

test('a glob that is made to take forever does not', () => {
  const began = process.cpuUsage()
  for (const glob of ['*a'.repeat(90), '**/'.repeat(60), '{a,b}'.repeat(40), '**a'.repeat(60)])
    expect(matchesGlob('a'.repeat(4_000), `${glob}b`)).toBe(false)
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
})
