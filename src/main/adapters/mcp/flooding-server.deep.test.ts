import { expect, test } from 'vitest'
import { until } from '../processes/supervisor-fixture.ts'
import { LINES_A_SLICE } from './read-lines.ts'
import { createMcpRig, unruly } from './mcp-rig.fixture.ts'

/** How many lines of the flood pipes and streams hold, generously rounded up; the whole flood is ten times as long. */
const MOST_WAITING = 20_000

test('a flood of progress arrives in order, lets others run, and ends at once with Stop', async () => {
  await using bench = createMcpRig({ u: unruly('progress-flood') })
  await bench.ready()
  const stop = new AbortController()
  const received: number[] = []
  /** Counted since other callbacks last had their turn. */
  let atOnce = 0
  let mostAtOnce = 0
  let isOver = false
  const others = (): void => {
    atOnce = 0
    if (!isOver) setImmediate(others)
  }
  others()
  const onProgress = ({ progress }: { readonly progress: number }): void => {
    received.push(progress)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
  }
  const [connection] = bench.servers.connectionsIn(bench.place)
  const called = connection?.call('echo', {}, { limitMs: 60_000, signal: stop.signal, onProgress })
  await until(() => received.length > 1_500)
  stop.abort()
  const receivedAtStop = received.length
  expect(await called).toEqual({ type: 'aborted' })
  isOver = true
  expect(received.length).toBe(receivedAtStop)
  expect(received).toEqual(Array.from(received.keys()))
  expect(mostAtOnce).toBeLessThanOrEqual(LINES_A_SLICE)
  const sent = [...bench.control.log(bench.place, 'u').matchAll(/sent (\d+)/g)].map(([, n]) =>
    Number(n),
  )
  expect(Math.max(...sent)).toBeLessThan(receivedAtStop + MOST_WAITING)
}, 60_000)
