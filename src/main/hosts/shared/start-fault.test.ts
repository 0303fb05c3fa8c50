import { expect, test } from 'vitest'
import { failedStart } from './start-fault.ts'

test.each([
  [
    new Error('nobody thought of this'),
    'Phoenix could not start because of a fault of its own: nobody thought of this',
  ],
  ['a word', 'Phoenix could not start because of a fault of its own: a word'],
])('a start that throws %s ends in a sentence', (thrown, sentence) => {
  expect(failedStart(thrown)).toEqual({ ok: false, error: sentence })
})
