import { existsSync, type StatsFs, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { constants } from 'node:os'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { faultOf } from './check-file.ts'
import { isDiskReadOnly, writeFaultOf } from './store-fault.ts'
import { closedWith, freshFile, started } from './upkeep/upkeep.fixture.ts'
import { watchStorage } from './upkeep/storage-watch.ts'

vi.mock('node:fs', { spy: true })

const failure = (code: string): Error => new Database.SqliteError('disk I/O error', code)

let file = ''
beforeEach(() => {
  file = freshFile()
  writeFileSync(`${file}-wal`, 'frames')
})

/** Until the end of the test, or until the returned function is called, the system refuses each write with this error. */
function refuseWrites(code: string, errno?: number): () => void {
  const spy = vi.mocked(writeSync).mockImplementation(() => {
    throw Object.assign(new Error(code), { code, errno })
  })
  return () => {
    spy.mockRestore()
  }
}

describe('a disk that became read-only, which SQLite calls an error of the disk', () => {
  beforeEach(() => refuseWrites('EROFS'))

  test('is read-only for the person, and costs no connection', () => {
    const fault = writeFaultOf(failure('SQLITE_IOERR_WRITE'), file)
    expect(fault).toEqual({ fault: 'readOnly', isLost: false })
  })

  test('costs the connection if a flush failed: what was written may be gone', () => {
    const fault = writeFaultOf(failure('SQLITE_IOERR_FSYNC'), file)
    expect(fault).toEqual({ fault: 'io', isLost: true })
  })

  test('does not make a database damaged that cannot be opened', () => {
    expect(faultOf(file, failure('SQLITE_IOERR_WRITE')).type).toBe('refused')
  })
})

describe('a quota that is used up, which SQLite calls an error of the disk', () => {
  // As Node reports it, which has no name for it.
  beforeEach(() => refuseWrites('Unknown system error', -constants.errno.EDQUOT))

  test('is a full disk for the person, costs no connection and leaves no file', () => {
    const fault = writeFaultOf(failure('SQLITE_IOERR_WRITE'), file)
    expect(fault).toEqual({ fault: 'full', isLost: false })
    expect(existsSync(`${file}.probe`)).toBe(false)
  })
})

describe('a full disk, on which SQLite cannot even map a journal', () => {
  beforeEach(() => refuseWrites('ENOSPC'))

  test.each(['SQLITE_IOERR_SHMSIZE', 'SQLITE_FULL', 'SQLITE_CANTOPEN'])(
    'does not make a database damaged that cannot be opened, and the sentence says why: %s',
    (code) => {
      expect(faultOf(file, failure(code))).toEqual({
        type: 'refused',
        sentence: `The database ${file} could not be opened: its disk is full. Nothing was changed. Free some space, then try again.`,
      })
    },
  )

  test('does not hide damage', () => {
    expect(faultOf(file, failure('SQLITE_CORRUPT')).type).toBe('damaged')
  })
})

test('a disk that is too full for the start gets the reserve back first', async () => {
  const database = freshFile()
  closedWith(database, 1)
  const reserve = join(dirname(database), 'phoenix.reserve')
  writeFileSync(reserve, 'reserved')
  for (const bavail of [1_000, 10]) {
    vi.mocked(statfsSync).mockReturnValue({ bavail, bsize: 4_096 } as StatsFs)
    await started(database)
    expect(existsSync(reserve)).toBe(bavail === 1_000)
  }
})

describe('a disk that fails', () => {
  beforeEach(() => refuseWrites('EIO'))

  test('is not called read-only', () => {
    const fault = writeFaultOf(failure('SQLITE_IOERR_WRITE'), file)
    expect(fault).toEqual({ fault: 'io', isLost: true })
    expect(faultOf(file, failure('SQLITE_IOERR_WRITE')).type).toBe('damaged')
  })
})

test('a database without a journal is on no read-only disk', () => {
  expect(isDiskReadOnly(freshFile())).toBe(false)
})

test('a lost connection is replaced only once the disk takes writes again', () => {
  const allow = refuseWrites('EROFS')
  let reopened = 0
  const beats: (() => void)[] = []
  const reported: unknown[] = []
  const watch = watchStorage({
    db: new Database(':memory:'),
    file,
    pulse: { every: (_ms, run) => (beats.push(run), () => void beats.pop()) },
    log: { warn: () => {} },
    lock: { met: () => false, wrote: () => {}, lockedMs: () => 0 },
    reopen: () => void reopened++,
    onChange: (trouble) => reported.push(trouble),
  })
  watch.failed('io', true)
  for (const beat of beats) beat()
  expect([reported, reopened, watch.isUsable()]).toEqual([['readOnly'], 0, false])
  allow()
  for (const beat of beats) beat()
  expect([reported, reopened, watch.isUsable()]).toEqual([['readOnly'], 1, false])
})
