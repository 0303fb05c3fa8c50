import { expect, test } from 'vitest'
import type { ToolRun } from '../../../runtime/ports/ports.ts'
import { until } from '../../processes/supervisor-fixture.ts'
import { benchOf, textOf, unruly } from '../serving.fixture.ts'

const TIMING = { startMs: 10_000, backoffMs: 50 }
const ECHO = 'mcp__u__echo'

test('a server that asks a person and dies, or asks again and again, has its call end all the same', async () => {
  await using bench = benchOf(
    { dies: unruly('asks-and-dies'), again: unruly('asks-forever') },
    { timing: TIMING },
  )
  await bench.ready()
  await until(() => bench.names().length === 2)
  const died = await bench.call('mcp__dies__echo', {}, { ask: () => new Promise(() => {}) })
  expect(died.outcome).toBe('failed')
  expect(textOf(died)).toMatch(/ended during the call\. It ended by itself \(exit 7\)/)
  const stop = new AbortController()
  let asked = 0
  const ask: ToolRun['ask'] = () => {
    asked += 1
    return Promise.resolve(null)
  }
  const called = bench.call('mcp__again__echo', {}, { ask, signal: stop.signal })
  await until(() => bench.control.log(bench.place, 'again').includes('cannot be asked'))
  stop.abort()
  expect((await called).outcome).toBe('aborted')
  expect(asked).toBe(1)
}, 20_000)

test('the clock of a call pauses while a person thinks, and resumes after the answer', async () => {
  const own = { u: { ...unruly('asks-forever'), timeout: 1_000 } }
  await using bench = benchOf(own, { timing: TIMING })
  await bench.ready()
  const startedAt = performance.now()
  let asked = 0
  const ask: ToolRun['ask'] = async () => {
    asked += 1
    if (asked > 1) return null
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    return { type: 'answered', options: [], text: 'x' }
  }
  const result = await bench.call(ECHO, {}, { ask })
  expect(result.outcome).toBe('timedOut')
  expect(performance.now() - startedAt).toBeGreaterThan(2_400)
}, 20_000)

test('a question that the server withdraws is taken back, and its next one is asked', async () => {
  await using bench = benchOf({ u: unruly('asks-and-withdraws') }, { timing: TIMING })
  await bench.ready()
  const asked: string[] = []
  const ask: ToolRun['ask'] = (_by, { question }, withdrawn) => {
    asked.push(question.split('\n')[0] ?? '')
    if (asked.length > 1) return Promise.resolve({ type: 'answered', options: [], text: 'x' })
    void bench.servers.connectionsIn(bench.place)[0]?.running?.client.ping()
    return new Promise((resolve) => withdrawn.addEventListener('abort', () => resolve(null)))
  }
  const result = await bench.call(ECHO, {}, { ask })
  expect(asked).toEqual(['Well? (905)', 'Well? (906)'])
  expect(textOf(result)).toContain('"action":"accept"')
}, 20_000)
