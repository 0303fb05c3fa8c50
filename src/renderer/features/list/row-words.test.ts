import { expect, test } from 'vitest'
import { dotOfRow, wordsOfRow } from './row-words.ts'

test.for([
  ['idle', 0, 'Idle'],
  ['idle', 1, '1 job'],
  ['idle', 2, '2 jobs'],
  ['failed', 1, 'Failed · 1 job'],
  ['answering', 2, 'Answering · 2 jobs'],
] as const)('a row of %s with %d jobs says so', ([activity, jobs, words]) => {
  expect(wordsOfRow({ activity, jobs })).toBe(words)
})

test('a resting row with a job has a different dot from one without', () => {
  const resting = { activity: 'idle', jobs: 0 } as const
  expect(dotOfRow({ ...resting, jobs: 1 })).not.toEqual(dotOfRow(resting))
})
