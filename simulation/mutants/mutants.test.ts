import { expect, test } from 'vitest'
import { FAR_MUTANT, KEY_MUTANT, MORE_MUTANTS, MUTANTS } from './mutants.ts'

const ALL = [...MUTANTS, ...MORE_MUTANTS, FAR_MUTANT, KEY_MUTANT]

test('fifteen planted bugs and more besides those of row 35, each with its own name', () => {
  expect(MORE_MUTANTS.length).toBeGreaterThanOrEqual(15)
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
})

test.each(ALL)('the planted bug "$name" has everything that it replaces', async (mutant) => {
  const [real, planted] = (await Promise.all([
    import(/* @vite-ignore */ `../../src/${mutant.replaces}`),
    import(/* @vite-ignore */ `../${mutant.module}`),
  ])) as readonly object[]
  expect(Object.keys(planted ?? {})).toEqual(expect.arrayContaining(Object.keys(real ?? {})))
})
