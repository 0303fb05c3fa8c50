import { expect, test } from 'vitest'
import { DEFAULT_TIMEOUTS, timeoutsOf } from './timeouts.ts'

test('row 3 the deadlines of a request are its figures, longer for the first byte on one’s own machine', () => {
  expect(timeoutsOf({}, false)).toEqual({
    connectMs: 15_000,
    firstByteMs: 60_000,
    silenceMs: 90_000,
    thinkingSilenceMs: 5 * 60_000,
    requestMs: 30 * 60_000,
  })
  expect(timeoutsOf({}, true)).toEqual({ ...DEFAULT_TIMEOUTS, firstByteMs: 10 * 60_000 })
})

test.each([
  { connectMs: 1_000 },
  { firstByteMs: 2_000 },
  { silenceMs: 3_000 },
  { thinkingSilenceMs: 4_000 },
  { requestMs: 5_000 },
])('row 3 deadlines set for an endpoint apply there, and the rest stays: %o', (own) => {
  for (const isLocal of [false, true])
    expect(timeoutsOf(own, isLocal)).toEqual({ ...timeoutsOf({}, isLocal), ...own })
})
