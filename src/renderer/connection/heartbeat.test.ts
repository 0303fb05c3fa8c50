import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function connected() {
  const said: (number | null)[] = []
  const asked: (() => void)[] = []
  const stop = startHeartbeat({
    ping: () => new Promise<void>((resolve) => asked.push(resolve)),
    onSilence: (ms) => said.push(ms),
  })
  return { asked, said, stop }
}

test('a host that answers is asked every few seconds, and nothing is said', async () => {
  const { asked, said } = connected()
  for (let count = 0; count < 10; count += 1) {
    await vi.advanceTimersByTimeAsync(3_000)
    asked.at(-1)?.()
  }
  expect([asked.length, said]).toEqual([10, []])
})

test('silence is reported for as long as it lasts, is not asked into, and its end is reported once', async () => {
  const { asked, said } = connected()
  await vi.advanceTimersByTimeAsync(12_000)
  expect([asked.length, said]).toEqual([1, [3_000, 6_000, 9_000]])
  asked[0]?.()
  await vi.advanceTimersByTimeAsync(3_000)
  asked[1]?.()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([asked.length, said]).toEqual([3, [3_000, 6_000, 9_000, null]])
})

test('time in which the page itself did not run is not the silence of the host', async () => {
  const { asked, said } = connected()
  let frozenMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + frozenMs)
  await vi.advanceTimersByTimeAsync(4_000)
  frozenMs = 75_000
  await vi.advanceTimersByTimeAsync(2_000)
  expect([asked.length, said]).toEqual([1, []])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(said).toEqual([6_000])
  frozenMs = 150_000
  await vi.advanceTimersByTimeAsync(6_000)
  expect(said).toEqual([6_000, 12_000])
})

test('it ends with its connection, and so does the silence', async () => {
  const { asked, said, stop } = connected()
  await vi.advanceTimersByTimeAsync(6_000)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked.length, said]).toEqual([1, [3_000, null]])
})
