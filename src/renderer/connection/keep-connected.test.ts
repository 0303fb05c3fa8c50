import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeHost, settled } from '../../client/fakes/fake-host.ts'
import { createClient } from '../../client/client.ts'
import type { Dialled } from '../../client/dial.ts'
import { keepConnected } from './keep-connected.ts'
import { isLongLost, type Line, redialAfter } from './line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the connection to the host', () => {
  test('is restored after a cut, and says so', async () => {
    const host = new FakeHost()
    const client = createClient()
    const lines: Line['type'][] = []
    keepConnected({
      dial: host.dial,
      use: (connection) => client.attach(connection),
      onLine: (line) => lines.push(line.type),
    })
    await settled()
    host.cut()
    await settled()
    await vi.advanceTimersByTimeAsync(redialAfter(1))
    expect(lines).toEqual(['connecting', 'online', 'offline', 'connecting', 'online'])
  })

  test('waits longer after each failure, and a person can end the wait', async () => {
    const dial = vi.fn(() => Promise.resolve<Dialled>({ type: 'failed' }))
    const { redial } = keepConnected({
      dial,
      use: () => Promise.resolve(),
      onLine: () => undefined,
    })
    await vi.advanceTimersByTimeAsync(redialAfter(1) + redialAfter(2))
    expect(dial).toHaveBeenCalledTimes(3)
    redial()
    await settled()
    expect(dial).toHaveBeenCalledTimes(4)
    expect(redialAfter(20)).toBe(8_000)
  })

  test('counts as lost for long after several failures, while it dials too, and no longer once it is back', async () => {
    const host = new FakeHost()
    const client = createClient()
    const dial = vi.fn(host.dial)
    for (let each = 0; each < 5; each++) dial.mockResolvedValueOnce({ type: 'failed' })
    const lines: [Line['type'], boolean][] = []
    const { redial } = keepConnected({
      dial,
      use: (connection) => client.attach(connection),
      onLine: (line) => lines.push([line.type, isLongLost(line)]),
    })
    for (let each = 0; each < 5; each++) {
      await settled()
      redial()
    }
    await settled()
    expect(lines.slice(0, 3)).toEqual([
      ['connecting', false],
      ['offline', false],
      ['connecting', false],
    ])
    expect(lines.slice(-3)).toEqual([
      ['offline', true],
      ['connecting', true],
      ['online', false],
    ])
  })

  test('is not restored after access has ended, until a person tries again', async () => {
    const dial = vi.fn(() => Promise.resolve<Dialled>({ type: 'ended' }))
    const lines: Line['type'][] = []
    const { redial } = keepConnected({
      dial,
      use: () => Promise.resolve(),
      onLine: (line) => lines.push(line.type),
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines).toEqual(['connecting', 'ended'])
    expect(dial).toHaveBeenCalledTimes(1)
    redial()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines).toEqual(['connecting', 'ended', 'connecting', 'ended'])
    expect(dial).toHaveBeenCalledTimes(2)
  })
})
