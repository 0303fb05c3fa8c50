import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  append,
  input,
  user,
  withConversation,
} from '../../../runtime/fakes/contracts/store-samples.ts'
import { freshFile, opened } from '../temporary.fixture.ts'
import { allReadings } from './readings.fixture.ts'
import { prepareMoving } from './move-rows.ts'
import { widen } from './widen.fixture.ts'

const MOVER = join(import.meta.dirname, 'mover.fixture.ts')
/** More than one slice of each kind. */
const ROWS = 10

/** A closed database with only unmoved rows. */
function unmoved(): string {
  const file = freshFile()
  const { db, store } = opened(file)
  withConversation(store)
  for (let n = 1; n <= ROWS; n++)
    append(store, { rows: [input(`e${n}`)], messages: [user(`m${n}`)], at: n })
  widen(db)
  db.close()
  return file
}

test("whichever statement of a move is its process's last, the history is complete, and the next start moves the rest", () => {
  const from = unmoved()
  const before = allReadings(from)
  let kills = 0
  for (let at = 1; ; at++, kills++) {
    const file = freshFile()
    copyFileSync(from, file)
    const { signal, status, stderr } = spawnSync(process.execPath, [MOVER, file, `${at}`])
    expect([at, status, stderr.toString()]).toEqual([at, signal === null ? 0 : null, ''])
    expect([at, allReadings(file)]).toEqual([at, before])
    if (signal === null) break
    const { db } = opened(file)
    expect([at, db.pragma('integrity_check', { simple: true })]).toEqual([at, 'ok'])
    const move = prepareMoving(db)
    while (move());
    const left = ['wide_messages', 'wide_events'].map((table) =>
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    )
    expect([at, left]).toEqual([at, [0, 0]])
    db.close()
    expect([at, allReadings(file)]).toEqual([at, before])
  }
  // Each row is removed and added, each kind in more than one transaction.
  expect(kills).toBeGreaterThan(2 * 2 * ROWS + 4 * 2)
})
