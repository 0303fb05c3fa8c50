import fc from 'fast-check'
import { test } from 'vitest'
import { REGRESSION_SEEDS } from './regression-seeds.ts'

const CASES = 1_000

/** Tests a property: with its recorded failures, then with 1,000 random cases. */
export function testProperty<Drawn>(name: string, property: fc.IPropertyWithHooks<Drawn>): void {
  test(name, () => replayAndDraw(name, property))
}

/** The part that does not register a test. */
export function replayAndDraw<Drawn>(
  name: string,
  property: fc.IPropertyWithHooks<Drawn>,
  seeds = REGRESSION_SEEDS,
  cases = CASES,
): void {
  for (const { seed, path } of seeds.filter((each) => each.property === name)) {
    fc.assert(property, { seed, path, endOnFailure: true })
  }
  fc.assert(property, { numRuns: cases })
}
