import { expect, test } from 'vitest'
import { BENCH_NAMES } from './benches.ts'
import { optionsOf } from './options.ts'

test('without arguments, every bench runs in full', () => {
  expect(optionsOf([])).toEqual({ names: BENCH_NAMES, isShort: false, compared: null })
})

test('names choose benches, next to a revision and the short form', () => {
  const options = optionsOf(['--compare', 'HEAD~1', 'start', '--short', 'loop'])
  expect(options).toEqual({ names: ['loop', 'start'], isShort: true, compared: 'HEAD~1' })
})

test.for([['strat'], ['--shrot'], ['--compare']])('%o is refused', (given) => {
  expect(() => optionsOf(given)).toThrow()
})
