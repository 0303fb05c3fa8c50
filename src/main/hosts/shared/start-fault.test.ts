import { expect, test } from 'vitest'
import { failedStart } from './start-fault.ts'

test.each([
  [
    new Error('nobody thought of this'),
    'Phoenix could not start because of an internal error: nobody thought of this',
  ],
  ['a word', 'Phoenix could not start because of an internal error: a word'],
])('a start that throws %s ends with a sentence', (thrown, sentence) => {
  expect(failedStart(thrown)).toEqual({ ok: false, error: sentence })
})
