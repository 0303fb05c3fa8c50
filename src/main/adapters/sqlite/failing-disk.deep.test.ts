import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { append, ID, input, user } from '../../runtime/fakes/contracts/store-samples.ts'
import {
  callsOf,
  type DiskFault,
  freshGround,
  type Ground,
  hasStrace,
  HOW_TO_GET_STRACE,
  writeUnder,
} from './failing-disk.fixture.ts'
import { opened } from './temporary.fixture.ts'

if (!hasStrace) console.warn(HOW_TO_GET_STRACE)

/** The messages from before the fault, in a database that was closed properly. */
const EARLIER = 2
/** The messages at the end. */
const MESSAGES = 6

let closed: Ground
beforeAll(() => {
  closed = freshGround()
  if (hasStrace) writeUnder(closed, EARLIER, null)
})
afterAll(() => closed[Symbol.dispose]())

/** The numbers of the messages in the database, read on a healthy disk. */
function seqsIn({ file }: Ground): readonly number[] {
  const { db, store } = opened(file)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  const seqs = store.history(ID).map(({ seq }) => seq)
  db.close()
  return seqs
}

/** Expects further writes to work on a healthy disk. */
function goesOn({ file }: Ground, from: number): void {
  const { db, store } = opened(file)
  for (const n of [from + 1, from + 2]) {
    const rows = [input(`e${n}`)]
    expect(append(store, { rows, messages: [user(`m${n}`)], at: n }).ok).toBe(true)
  }
  expect(store.history(ID)).toHaveLength(from + 2)
  db.close()
}

/** The most calls of a kind that a thread makes in a run without a fault: strace counts those of each separately. */
function callsWithoutFault(call: DiskFault['call']): number {
  using ground = freshGround(closed)
  expect(writeUnder(ground, MESSAGES, null)).toHaveLength(MESSAGES - EARLIER)
  const counts = new Map<string | undefined, number>()
  for (const line of callsOf(ground).filter((each) => each.includes(`${call}(`))) {
    const [thread] = line.split(' ')
    counts.set(thread, (counts.get(thread) ?? 0) + 1)
  }
  return Math.max(...counts.values())
}

const FAULTS: readonly Omit<DiskFault, 'from'>[] = [
  { call: 'pwrite64', error: 'EIO', lasts: false },
  { call: 'pwrite64', error: 'ENOSPC', lasts: true },
  { call: 'fdatasync', error: 'EIO', lasts: false },
  { call: 'fdatasync', error: 'EIO', lasts: true },
]

describe.runIf(hasStrace)('a disk that fails (needs strace)', () => {
  test.each(FAULTS)(
    'loses nothing acknowledged and damages nothing, whichever call fails: $call with $error, lasting: $lasts',
    (fault) => {
      const calls = callsWithoutFault(fault.call)
      expect(calls).toBeGreaterThanOrEqual(MESSAGES - EARLIER)
      for (let from = 1; from <= calls; from++) {
        using ground = freshGround(closed)
        const writerLines = writeUnder(ground, MESSAGES, { ...fault, from })
        const acknowledged = writerLines.flatMap((line) =>
          line.said === 'acknowledged' ? [Number(line.rest)] : [],
        )
        expect([from, callsOf(ground).join()]).toEqual([
          from,
          expect.stringContaining('(INJECTED)'),
        ])
        // In order, and none twice, across the fault.
        expect([from, acknowledged]).toEqual([from, acknowledged.toSorted((a, b) => a - b)])
        expect([from, new Set(acknowledged).size]).toEqual([from, acknowledged.length])
        const seqs = seqsIn(ground)
        expect([from, seqs]).toEqual([from, seqs.map((_, index) => index + 1)])
        expect([from, seqs]).toEqual([from, expect.arrayContaining(acknowledged)])
        // A single fault costs at most the message that was being written: the rest used a new connection.
        if (!fault.lasts) expect([from, seqs.length]).toEqual([from, MESSAGES])
        goesOn(ground, seqs.length)
      }
    },
  )

  test.each([
    ['read-only', 'EROFS', 'readOnly'],
    ['full', 'EDQUOT', 'full'],
  ] as const)('is called %s where that is why (%s), and a start refuses it', (_, error, fault) => {
    using ground = freshGround(closed)
    const clean = freshGround(closed)
    writeUnder(clean, MESSAGES, null)
    const lines = callsOf(clean)
    clean[Symbol.dispose]()
    const first = lines.findIndex((line) => line.includes('"acknowledged '))
    const from = lines.slice(0, first).filter((line) => line.includes('pwrite64(')).length + 1
    const writerLines = writeUnder(ground, MESSAGES, { call: 'pwrite64', error, from, lasts: true })
    expect(writerLines.map((line) => line.said)).toEqual([
      'acknowledged',
      'fault',
      'again',
      'refused',
    ])
    expect(writerLines[1]?.rest).toBe(fault)
  })

  test('row 9: is asked to flush each message before it is acknowledged', () => {
    using ground = freshGround(closed)
    writeUnder(ground, MESSAGES, null)
    const order = callsOf(ground).flatMap((line) => {
      if (line.includes('fdatasync(') && line.includes('phoenix.db-wal')) return ['kept']
      if (/pwrite64\(\d+<[^>]*phoenix\.db-wal>/.test(line)) return ['written']
      return line.includes('"acknowledged ') ? ['acknowledged'] : []
    })
    expect(order.filter((each) => each === 'acknowledged')).toHaveLength(MESSAGES - EARLIER)
    order.forEach((each, index) => {
      if (each === 'acknowledged') expect([index, order[index - 1]]).toEqual([index, 'kept'])
    })
  })
})
