import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { failedStart } from './start-fault.ts'

test.each([
  [
    new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT'),
    'The database in the data folder is damaged: database disk image is malformed. Put it back from a backup; to start without it, move it away.',
  ],
  [
    new Error('nobody thought of this'),
    'Phoenix could not start because of a fault of its own: nobody thought of this',
  ],
  ['a word', 'Phoenix could not start because of a fault of its own: a word'],
])('a start that throws %s ends in a sentence', (thrown, sentence) => {
  expect(failedStart(thrown)).toEqual({ ok: false, error: sentence })
})
