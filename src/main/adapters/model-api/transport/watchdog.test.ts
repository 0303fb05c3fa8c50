import { expect, test } from 'vitest'
import { type OwnTimeouts, timeoutsOf } from '../../../../shared/models/timeouts.ts'
import { ManualTime } from '../../../runtime/fakes/manual-time.ts'
import { PINGS_ALONE_MS, Watchdog, type Expiry } from './watchdog.ts'

const HOUR = 3_600_000

/** A request whose connection is not established yet, and its reports, in ms from its start. */
function connecting(own: OwnTimeouts = {}) {
  const time = new ManualTime()
  const startedAt = time.now()
  const expiries: Expiry[] = []
  const silences: (readonly [since: number, until: number] | null)[] = []
  const watchdog = new Watchdog({
    timers: time,
    clock: time,
    timeouts: timeoutsOf(own, false),
    onExpired: (expiry) => expiries.push(expiry),
    onSilence: (silence) =>
      silences.push(silence && [silence.since - startedAt, silence.until - startedAt]),
  })
  return { time, expiries, silences, watchdog }
}

function watched(own: OwnTimeouts = {}) {
  const request = connecting(own)
  request.watchdog.connected()
  return request
}

test('connecting has its own deadline', async () => {
  const { time, expiries } = connecting()
  await time.advance(14_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'unreachable' }])
  expect(time.timers).toBe(0)
})

test('the first byte has its deadline', async () => {
  const { time, expiries } = watched()
  await time.advance(59_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'silent', afterMs: 60_000 }])
  expect(time.timers).toBe(0)
})

test('a silence is reported once after 20 s, with its deadline, and reported as over with the next byte', async () => {
  const { time, silences, watchdog } = watched()
  await time.advance(19_999)
  expect(silences).toEqual([])
  await time.advance(1)
  expect(silences).toEqual([[0, 60_000]])
  await time.advance(30_000)
  watchdog.received()
  watchdog.received()
  watchdog.progressed(true)
  await time.advance(19_999)
  expect(silences).toEqual([[0, 60_000], null])
  await time.advance(1)
  expect(silences).toEqual([[0, 60_000], null, [50_000, 350_000]])
  watchdog.end()
  watchdog.received()
  expect(silences).toHaveLength(3)
})

test.each<readonly [what: string, own: OwnTimeouts, toldMs: number]>([
  ['the whole request', { connectMs: 70_000, requestMs: 30_000 }, 30_000],
  ['the connection', { connectMs: 25_000 }, 25_000],
  ['the first byte', { connectMs: 70_000 }, 60_000],
])('what is told is the end that comes first: that of %s', async (_, own, expectedMs) => {
  const { time, expiries, silences } = connecting(own)
  await time.advance(expectedMs - 1)
  expect([silences, expiries]).toEqual([[[0, expectedMs]], []])
  await time.advance(1)
  expect(expiries).toHaveLength(1)
})

test('once the connection is open, its deadline is no longer reported', async () => {
  const { time, silences, watchdog } = connecting({ connectMs: 25_000 })
  await time.advance(24_000)
  watchdog.connected()
  expect(silences).toEqual([
    [0, 25_000],
    [0, 60_000],
  ])
})

test('between pings, a silence is reported with the deadline for pings if that is the earliest', async () => {
  const { time, expiries, silences, watchdog } = watched()
  for (let ping = 0; ping < 11; ping++) {
    watchdog.received()
    await time.advance(55_000)
  }
  expect(expiries).toEqual([silent(PINGS_ALONE_MS)])
  expect(silences.at(-1)).toEqual([550_000, PINGS_ALONE_MS])
})

test('R2 a sleep does not count, and a reported silence is reported again after it', async () => {
  const { time, expiries, silences } = watched()
  await time.advance(25_500)
  time.sleep(HOUR)
  await time.advance(1_000)
  expect(silences).toEqual([
    [0, 60_000],
    [HOUR, HOUR + 60_000],
  ])
  await time.advance(33_499)
  expect([silences.length, expiries]).toEqual([2, []])
  await time.advance(1)
  expect(expiries).toEqual([silent(60_000)])
})

test('a silence with a shorter limit is not reported', async () => {
  const { time, silences, expiries } = watched({ firstByteMs: 20_000 })
  await time.advance(20_000)
  expect([silences, expiries.length]).toEqual([[], 1])
})

test('silence has its deadline, counted from the last bytes', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.received()
  watchdog.progressed(false)
  await time.advance(89_000)
  watchdog.received()
  await time.advance(89_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'silent', afterMs: 90_000 }])
})

test('thinking may be silent longer, but only while it lasts', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.received()
  watchdog.progressed(true)
  await time.advance(299_999)
  watchdog.received()
  watchdog.progressed(false)
  await time.advance(89_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'silent', afterMs: 90_000 }])
})

test.each([false, true])(
  'a silence while thinking that may last longer than ten minutes does: %s',
  async (isThinking) => {
    const half = HOUR / 2
    const own = { [isThinking ? 'thinkingSilenceMs' : 'silenceMs']: half, requestMs: 2 * HOUR }
    const { time, expiries, silences, watchdog } = watched(own)
    watchdog.received()
    watchdog.progressed(isThinking)
    await time.advance(half - 1)
    expect([silences, expiries]).toEqual([[[0, half]], []])
    await time.advance(1)
    expect(expiries).toEqual([silent(half)])
  },
)

test('pings keep a stream alive for ten minutes after the last event, no longer', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.received()
  await time.advance(60_000)
  watchdog.received()
  watchdog.progressed(false)
  const pings = PINGS_ALONE_MS / 30_000
  for (let ping = 1; ping < pings; ping++) {
    await time.advance(30_000)
    watchdog.received()
  }
  expect(expiries).toEqual([])
  await time.advance(30_000)
  expect(expiries).toEqual([{ type: 'silent', afterMs: PINGS_ALONE_MS }])
})

test('pings without any event do not extend the wait', async () => {
  const { time, expiries, watchdog } = watched()
  for (let ping = 0; ping < PINGS_ALONE_MS / 30_000; ping++) {
    watchdog.received()
    await time.advance(30_000)
  }
  expect(expiries).toEqual([{ type: 'silent', afterMs: PINGS_ALONE_MS }])
})

test('an endless stream has an end', async () => {
  const { time, expiries, watchdog } = watched()
  for (let minute = 0; minute < 29; minute++) {
    await time.advance(60_000 - 1)
    watchdog.received()
    watchdog.progressed(false)
  }
  await time.advance(60_000 + 29)
  expect(expiries).toEqual([{ type: 'tooSlow' }])
})

function silent(afterMs: number): Expiry {
  return { type: 'silent', afterMs }
}

test('after its end it holds no timer and reports nothing', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.received()
  watchdog.end()
  watchdog.connected()
  watchdog.received()
  watchdog.progressed(true)
  expect(time.timers).toBe(0)
  await time.advance(10 * PINGS_ALONE_MS)
  expect(expiries).toEqual([])
})
