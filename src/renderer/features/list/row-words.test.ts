import { expect, test } from 'vitest'
import { allArchived, dotOfRow, wordsOfRow, wordsOfRowAction } from './row-words.ts'

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

test('an action that takes itself back is named after what it does now', () => {
  const plain = { isArchived: false, pinnedAt: null }
  const put = { isArchived: true, pinnedAt: 5 }
  expect([wordsOfRowAction('pin', plain), wordsOfRowAction('pin', put)]).toEqual(['Pin', 'Unpin'])
  expect(wordsOfRowAction('archive', plain)).toBe('Archive')
  expect(wordsOfRowAction('archive', put)).toBe('Unarchive')
})

test('a list with only archived conversations says how many of them wait', () => {
  expect([0, 1, 2].map(allArchived)).toEqual([
    'All conversations are archived.',
    'All conversations are archived. One of them needs you.',
    'All conversations are archived. 2 of them need you.',
  ])
})
