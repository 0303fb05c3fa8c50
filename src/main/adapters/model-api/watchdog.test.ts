import { expect, test } from 'vitest'
import { type OwnTimeouts, timeoutsOf } from '../../../shared/timeouts.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { PINGS_ALONE_MS, Watchdog, type Expiry } from './watchdog.ts'

function watched(own: OwnTimeouts = {}) {
  const time = new ManualTime()
  const expiries: Expiry[] = []
  const silences: (number | null)[] = []
  const watchdog = new Watchdog({
    timers: time,
    timeouts: timeoutsOf(own, false),
    onExpired: (expiry) => expiries.push(expiry),
    onSilence: (leftMs) => silences.push(leftMs),
  })
  return { time, expiries, silences, watchdog }
}

test('the first byte has its deadline', async () => {
  const { time, expiries } = watched()
  await time.advance(59_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'silent', afterMs: 60_000 }])
  expect(time.timers).toBe(0)
})

test('a silence is told of after 20 s, with what is left of it, once, and told to be over with the next byte', async () => {
  const { time, silences, watchdog } = watched()
  await time.advance(19_999)
  expect(silences).toEqual([])
  await time.advance(1)
  expect(silences).toEqual([40_000])
  await time.advance(30_000)
  watchdog.heard()
  watchdog.heard()
  watchdog.progressed(true)
  await time.advance(19_999)
  expect(silences).toEqual([40_000, null])
  await time.advance(1)
  expect(silences).toEqual([40_000, null, 280_000])
  watchdog.end()
  watchdog.heard()
  expect(silences).toHaveLength(3)
})

test('a silence that may not last longer than that is not told of', async () => {
  const { time, silences, expiries } = watched({ firstByteMs: 20_000 })
  await time.advance(20_000)
  expect([silences, expiries.length]).toEqual([[], 1])
})

test('silence has its deadline, counted from the last bytes', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.heard()
  watchdog.progressed(false)
  await time.advance(89_000)
  watchdog.heard()
  await time.advance(89_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'silent', afterMs: 90_000 }])
})

test('thinking may be silent longer, and no longer than it lasts', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.heard()
  watchdog.progressed(true)
  await time.advance(299_999)
  watchdog.heard()
  watchdog.progressed(false)
  await time.advance(89_999)
  expect(expiries).toEqual([])
  await time.advance(1)
  expect(expiries).toEqual([{ type: 'silent', afterMs: 90_000 }])
})

test('pings keep a stream alive for ten minutes after the last event, and not longer', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.heard()
  await time.advance(60_000)
  watchdog.heard()
  watchdog.progressed(false)
  const pings = PINGS_ALONE_MS / 30_000
  for (let ping = 1; ping < pings; ping++) {
    await time.advance(30_000)
    watchdog.heard()
  }
  expect(expiries).toEqual([])
  await time.advance(30_000)
  expect(expiries).toEqual([{ type: 'silent', afterMs: PINGS_ALONE_MS }])
})

test('pings without any event are no reason to wait longer', async () => {
  const { time, expiries, watchdog } = watched()
  for (let ping = 0; ping < PINGS_ALONE_MS / 30_000; ping++) {
    watchdog.heard()
    await time.advance(30_000)
  }
  expect(expiries).toEqual([{ type: 'silent', afterMs: PINGS_ALONE_MS }])
})

test('a stream that goes on for ever has an end', async () => {
  const { time, expiries, watchdog } = watched()
  for (let minute = 0; minute < 29; minute++) {
    await time.advance(60_000 - 1)
    watchdog.heard()
    watchdog.progressed(false)
  }
  await time.advance(60_000 + 29)
  expect(expiries).toEqual([{ type: 'tooSlow' }])
})

test('after its end it holds no timer and says nothing', async () => {
  const { time, expiries, watchdog } = watched()
  watchdog.heard()
  watchdog.end()
  watchdog.heard()
  watchdog.progressed(true)
  expect(time.timers).toBe(0)
  await time.advance(10 * PINGS_ALONE_MS)
  expect(expiries).toEqual([])
})
