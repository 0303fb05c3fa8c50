import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { backupFolder, backupName, backupsIn } from './backup-files.ts'
import { readRecord } from './file-record.ts'
import { keepStore, type StoreKeeper } from './keep-store.ts'
import {
  closedWith,
  damageTable,
  DAY_MS,
  freshFile,
  NOW,
  started,
  UPKEEP,
} from './upkeep.fixture.ts'

/** A keeper whose clock and pulse the test controls. */
async function kept(
  file: string,
  isCheckDue = false,
): Promise<{
  keeper: StoreKeeper
  damage: string[]
  pulse: (at: number) => Promise<void>
}> {
  const { db } = await started(file)
  let now = NOW
  const beats: (() => void)[] = []
  const damage: string[] = []
  const running = new Set<Promise<unknown>>()
  const keeper = keepStore({
    db,
    file,
    isCheckDue,
    upkeep: {
      ...UPKEEP,
      run: (job) => {
        const run = UPKEEP.run(job)
        running.add(run)
        return run
      },
    },
    clock: { now: () => now },
    pulse: { every: (_ms, run) => (beats.push(run), () => void beats.pop()) },
    log: { warn: () => undefined },
    onDamage: (sentence) => damage.push(sentence),
  })
  const pulse = async (at: number): Promise<void> => {
    now = at
    for (const beat of beats) beat()
    await Promise.all(running)
    // Waits for what follows its answer.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { keeper, damage, pulse }
}

test('there is a backup a day, by a periodic check', async () => {
  const file = freshFile()
  closedWith(file, 2)
  const { keeper, pulse } = await kept(file)
  expect(keeper.view()).toEqual({
    folder: backupFolder(dirname(file)),
    newest: null,
    kept: 0,
    problem: null,
    setAside: [],
  })
  for (const hours of [0, 1, 23, 24, 25]) await pulse(NOW + (hours * DAY_MS) / 24)
  const { kept: count, newest } = keeper.view()
  expect([count, newest?.at]).toEqual([2, NOW + DAY_MS])
  await keeper.close({ inOrder: true })
})

test('a clock that was years ahead for a while does not keep later backups from being kept', async () => {
  const file = freshFile()
  closedWith(file, 2)
  const { keeper, pulse } = await kept(file)
  const wrong = NOW + 2_000 * DAY_MS
  for (const day of [0, 1, 2]) await pulse(wrong + day * DAY_MS)
  for (const minute of [0, 1, 2]) {
    await pulse(NOW + minute * 60_000)
    expect(keeper.view().newest?.at).toBe(NOW)
  }
  await pulse(NOW + DAY_MS)
  const { kept: count, newest } = keeper.view()
  expect([count, newest?.at]).toEqual([3, NOW + DAY_MS])
  await keeper.close({ inOrder: true })
})

test.skipIf(process.platform === 'win32')(
  'a data folder that vanishes is a reason why there is no backup',
  async () => {
    const file = freshFile()
    closedWith(file, 2)
    const { keeper } = await kept(file)
    rmSync(dirname(file), { recursive: true })
    expect(await keeper.make()).toMatchObject({ kept: 0, newest: null, setAside: [] })
    expect(keeper.view().problem).toContain('The last backup could not be made')
    expect(existsSync(dirname(file))).toBe(false)
    await keeper.close({ inOrder: false })
  },
)

test('a backup that fails says why, is retried after an hour, and at once when a person asks', async () => {
  const file = freshFile()
  closedWith(file, 2)
  const folder = backupFolder(dirname(file))
  writeFileSync(folder, 'in the way')
  const { keeper, pulse } = await kept(file)
  await pulse(NOW)
  expect(keeper.view().problem).toBe(
    'The last backup could not be made: there is a file where a folder should be.',
  )
  rmSync(folder)
  await pulse(NOW + 60_000)
  expect(keeper.view().kept).toBe(0)
  expect(await keeper.make()).toMatchObject({ kept: 1, problem: null })
  await keeper.close({ inOrder: true })
})

test.skipIf(process.platform === 'win32')(
  'a backup that the disk cannot even look at stops neither the start nor the next backup',
  async () => {
    const file = freshFile()
    closedWith(file, 3)
    const folder = backupFolder(dirname(file))
    mkdirSync(folder)
    const name = backupName(NOW - DAY_MS, 1)
    symlinkSync(name, join(folder, name))
    const { keeper } = await kept(file)
    expect(keeper.view()).toMatchObject({ kept: 0, problem: null })
    expect(await keeper.make()).toMatchObject({ kept: 1, problem: null })
    await keeper.close({ inOrder: true })
  },
)

test('two simultaneous requests get the same backup', async () => {
  const file = freshFile()
  closedWith(file, 2)
  const { keeper } = await kept(file)
  const [one, other] = await Promise.all([keeper.make(), keeper.make()])
  expect(one).toEqual(other)
  expect(backupsIn(backupFolder(dirname(file)), NOW)).toHaveLength(1)
  await keeper.close({ inOrder: true })
})

test('a due check finds the damage; a healthy database is checked again after a week', async () => {
  const file = freshFile()
  closedWith(file, 2)
  const whole = await kept(file, true)
  await whole.pulse(NOW + 5)
  expect(whole.damage).toEqual([])
  await whole.keeper.close({ inOrder: true })
  const db = new Database(file)
  expect(readRecord(db)).toMatchObject({ checkedAt: NOW + 5, isInUse: false })
  db.close()
  damageTable(file, 'drafts')
  const { damage, keeper, pulse } = await kept(file, true)
  await pulse(NOW + 6)
  expect(damage).toEqual([expect.stringMatching(/^The database .* is damaged\. SQLite says: /)])
  await keeper.close({ inOrder: true })
})

test('files moved aside are named', async () => {
  const file = freshFile()
  closedWith(file, 2)
  for (const end of ['', '-wal']) writeFileSync(`${file}.corrupt-7${end}`, 'old')
  const { keeper } = await kept(file)
  expect(keeper.view().setAside).toEqual([`${file}.corrupt-7`])
  await keeper.close({ inOrder: true })
  expect(existsSync(`${file}.corrupt-7`)).toBe(true)
})
