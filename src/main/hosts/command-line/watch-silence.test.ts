import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { FakeHost } from '../../../client/fakes/fake-host.ts'
import { watchSilence } from './watch-silence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(): { readonly host: FakeHost; readonly told: string[] } {
  const host = new FakeHost()
  const client = createClient()
  const told: string[] = []
  watchSilence(
    { client, closed: client.attach(host.connect()) },
    { onSilent: () => told.push('silent'), onAnswer: () => told.push('answers'), lookMs: 2_000 },
  )
  return { host, told }
}

test('a host that stops answering is told once, and once more when it answers again', async () => {
  const { host, told } = watched()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['silent'])
  expect(host.all('app.ping')).toHaveLength(1)
  host.last('app.ping').answer({})
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['silent', 'answers'])
})

test('a host that answers late, but answers, is not told', async () => {
  const { host, told } = watched()
  for (let count = 1; count <= 5; count += 1) {
    await vi.advanceTimersByTimeAsync(5_000)
    host.last('app.ping').answer({})
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(told).toEqual([])
})

test('the end of the connection ends the watch without a word', async () => {
  const { host, told } = watched()
  await vi.advanceTimersByTimeAsync(20_000)
  host.cut()
  await vi.advanceTimersByTimeAsync(0)
  expect([told, vi.getTimerCount()]).toEqual([['silent'], 0])
})
