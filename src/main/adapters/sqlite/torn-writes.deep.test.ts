import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commit, ID, input, user, withConversation } from '../../runtime/fakes/store-samples.ts'
import { freshFile, opened } from './temporary.fixture.ts'

test('T71 rows stand in the order they were taken, and a torn write keeps every earlier one', () => {
  const file = freshFile()
  const { db, store } = opened(file)
  db.pragma('wal_autocheckpoint = 0')
  withConversation(store)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const sizes: number[] = []
  for (let n = 1; n <= 20; n++) {
    store.commit(commit({ rows: [input(`e${n}`)], messages: [user(`m${n}`)], at: n }))
    sizes.push(readFileSync(`${file}-wal`).length)
  }
  const wal = readFileSync(`${file}-wal`)
  for (let cut = 0; cut < wal.length; cut += 1030) {
    const torn = freshFile()
    copyFileSync(file, torn)
    writeFileSync(`${torn}-wal`, wal.subarray(0, cut))
    const { db: reopened, store: after } = opened(torn)
    const whole = sizes.filter((size) => size <= cut).length
    expect(after.history(ID).map((message) => message.seq)).toEqual(
      Array.from({ length: whole }, (_, index) => index + 1),
    )
    expect(after.conversation(ID)?.seq).toBe(whole)
    reopened.close()
  }
  db.close()
})
