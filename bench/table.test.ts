import { expect, test } from 'vitest'
import { type Row, withFloor, withGoal } from './figures.ts'
import type { Outcome } from './run-in-process.ts'
import { type FinishedBench, isSound, rowsOf } from './table.ts'

const missed = withGoal({ what: 'a', value: 7, measured: '7 ms' }, 'under 5 ms', false)
const told = withFloor({ what: 'b', value: 7, measured: '7 MB' }, '5 MB')
const gap: Row = { type: 'gap', what: 'c', reason: 'No browser.' }

function measured(...rows: readonly Row[]): FinishedBench {
  return { name: 'bench', outcome: { type: 'measured', rows } }
}

test('a missed goal is reported, and does not fail the run', () => {
  expect(rowsOf(measured(missed), true)).toEqual([['NO', 'a', '7 ms', 'under 5 ms']])
  expect(isSound(measured(missed))).toBe(true)
})

test('the short form checks no goal', () => {
  expect(rowsOf(measured(missed), false)).toEqual([['', 'a', '7 ms', 'under 5 ms']])
})

test('a figure without a goal shows its floor, and one that cannot be measured its reason', () => {
  expect(rowsOf(measured(told, gap), true)).toEqual([
    ['', 'b', '7 MB', '(told) floor: 5 MB'],
    ['-', 'c', 'Cannot run here: No browser.', ''],
  ])
})

test.for([Number.NaN, Number.POSITIVE_INFINITY, 0, -1])('a figure of %s fails the run', (value) => {
  const ended = measured({ ...missed, value })
  expect(rowsOf(ended, false)[0]?.[0]).toBe('FAILED')
  expect(isSound(ended)).toBe(false)
})

test.for<[Outcome, boolean]>([
  [{ type: 'impossible', reason: 'No bubblewrap.' }, true],
  [{ type: 'failed', reason: 'It broke.' }, false],
  [{ type: 'overdue', limitMs: 1_000 }, false],
  [{ type: 'measured', rows: [] }, false],
])('%o: sound is %s', ([outcome, sound]) => {
  expect(isSound({ name: 'bench', outcome })).toBe(sound)
})
