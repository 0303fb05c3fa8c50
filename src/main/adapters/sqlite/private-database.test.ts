import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from '../data-folder/instance-lock.ts'
import { connect } from './open-database.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-private-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openToOthers(): readonly string[] {
  return readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
}

test.runIf(process.platform !== 'win32')(
  'in a folder that others can open, they can read neither the database nor its journals, nor take the lock',
  () => {
    chmodSync(folder, 0o755)
    const file = join(folder, 'phoenix.db')
    const lock = lockDataFolder(folder)
    if (!lock.ok) throw new Error(lock.error.sentence)
    for (const laid of ['new', 'by an earlier Phoenix']) {
      const db = connect(file)
      if (!db.ok) throw new Error(db.error.sentence)
      db.value.exec('create table if not exists t (x)')
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['phoenix.db', 'phoenix.db-wal']))
      expect(openToOthers(), laid).toEqual([])
      db.value.close()
      chmodSync(file, 0o644)
      for (const journal of ['-wal', '-shm'])
        writeFileSync(`${file}${journal}`, '', { mode: 0o644 })
    }
    lock.value.release()
  },
)
