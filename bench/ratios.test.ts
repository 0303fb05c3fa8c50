import { expect, test } from 'vitest'
import { type Row, withFloor } from './figures.ts'
import { ratiosOf } from './ratios.ts'

function row(what: string, value: number): Row {
  return withFloor({ what, value, measured: String(value) }, '0')
}

test('the ratio is taken within each round, then its median, minimum and maximum', () => {
  const rounds = [
    { there: [row('a', 10)], here: [row('a', 20)] },
    { there: [row('a', 100)], here: [row('a', 50)] },
    { there: [row('a', 10)], here: [row('a', 10)] },
  ]
  expect(ratiosOf(rounds)).toEqual([{ what: 'a', there: 10, here: 20, ratio: [1, 0.5, 2] }])
})

test('a figure that one side lacks, or that is impossible, has no ratio', () => {
  const gap: Row = { type: 'gap', what: 'b', reason: 'No browser.' }
  const there = [row('a', 10), gap, row('c', 0), row('d', Number.NaN)]
  const here = [row('a', 10), row('b', 1), row('c', 1), row('d', 1), row('e', 1)]
  expect(ratiosOf([{ there, here }]).map(({ what }) => what)).toEqual(['a'])
})
