import { expect, test } from 'vitest'
import { FAR_MUTANT, KEY_MUTANT, MORE_MUTANTS, MUTANTS } from './mutants.ts'

const ALL = [...MUTANTS, ...MORE_MUTANTS, FAR_MUTANT, KEY_MUTANT]

test('fifteen planted bugs and more beside those of row 35, each under a name of its own', () => {
  expect(MORE_MUTANTS.length).toBeGreaterThanOrEqual(15)
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
})

test.each(ALL)('the planted bug "$name" has all that it stands in for', async (mutant) => {
  const [real, planted] = (await Promise.all([
    import(/* @vite-ignore */ `../../src/${mutant.standsInFor}`),
    import(/* @vite-ignore */ `../${mutant.module}`),
  ])) as readonly object[]
  expect(Object.keys(planted ?? {})).toEqual(expect.arrayContaining(Object.keys(real ?? {})))
})
