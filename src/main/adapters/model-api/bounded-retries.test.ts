import { describe, expect, test } from 'vitest'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { HANG_UP, held } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { testContext } from '../../core/testing/test-context.ts'
import type { World } from '../../runtime/fakes/world.ts'
import { phaseOf, type ScriptedApi, SCRIPTED_APIS, until, worldAt } from './fakes/scripted-apis.ts'
import { serverForEach } from './fakes/fake-server.ts'

const server = serverForEach()

const { primary } = testContext()
const FALLBACK = { ...primary, model: 'claude-other' }
const HOUR = 3_600_000

interface Failure {
  readonly reply: (speech: ScriptedApi) => Reply
  /** True if the answer begins before it fails. */
  readonly streams: boolean
}

/** Breaks off the current answer. */
let breakOff = (): void => {}

/** Breaks off once its beginning has arrived. */
function brokenAnswer({ say }: ScriptedApi): Reply {
  const whole = say([text('Half of it', 4)])
  const beginning = whole.steps.slice(0, 3)
  const { reply, release } = held({ ...whole, steps: [...beginning, { type: 'cut' }] }, 3)
  breakOff = release
  return reply
}

const FAILURES: readonly (readonly [name: string, failure: Failure])[] = [
  ['429', { reply: ({ refuse }) => refuse(429), streams: false }],
  ['529', { reply: ({ refuse }) => refuse(529), streams: false }],
  ['500', { reply: ({ refuse }) => refuse(500), streams: false }],
  ['a connection that is reset', { reply: () => HANG_UP, streams: false }],
  ['a stream that breaks off', { reply: brokenAnswer, streams: true }],
]

/** Waits for one of these phases; an answer that has begun breaks off. */
async function untilIn(world: World, ...phases: readonly string[]): Promise<void> {
  await until(world, () => {
    if (phaseOf(world) === 'streaming') breakOff()
    return phases.includes(phaseOf(world))
  })
}

/** How many answers began, according to the record. */
function beginnings({ store }: World): number {
  const rows = [...store.records.values()].flatMap((kept) => kept.rows)
  return rows.filter((row) => row.kind === 'input' && row.event.input.type === 'llmStreamStarted')
    .length
}

/** Fails until the conversation rests, letting each wait elapse. Returns the length of each wait. */
async function failUntilRest(world: World): Promise<readonly number[]> {
  const waits: number[] = []
  for (;;) {
    await untilIn(world, 'backoff', 'error')
    const { state } = world
    if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return waits
    const wait = state.phase.retryAt - world.time.now()
    waits.push(wait)
    expect(waits.length).toBeLessThan(10)
    const before = server().requests.length
    await world.time.advance(wait - 1)
    expect(phaseOf(world)).toBe('backoff')
    await world.time.advance(1)
    await server().waitForRequest(before + 1)
  }
}

describe.each(SCRIPTED_APIS)('row 4 retries are bounded and visible, %s', (_, speech) => {
  test.each(FAILURES)('%s forever', async (_name, { reply, streams }) => {
    server().respond(() => reply(speech))
    const world = worldAt(speech, server().url, { change: { fallback: FALLBACK } })
    await world.send('Hello')
    // In this world, jitter is always at its middle.
    expect(await failUntilRest(world)).toEqual([1_125, 2_250, 1_125, 2_250])
    expect(server().requests).toHaveLength(6)
    expect(beginnings(world)).toBe(streams ? 6 : 0)
    expect(world.state.type).toBe('error')
    expect(world.transcript.at(-1)).toMatch(/^error: .* Tried 3 times\.$/)
    await world.time.advance(HOUR)
    expect(server().requests).toHaveLength(6)
  })

  test.each(FAILURES)(
    '%s, stopped during the wait: nothing more is sent',
    async (_name, { reply, streams }) => {
      server().respond(() => reply(speech))
      const world = worldAt(speech, server().url)
      await world.send('Hello')
      await untilIn(world, 'backoff')
      expect(beginnings(world)).toBe(streams ? 1 : 0)
      world.cancel()
      expect(world.state.type).toBe('idle')
      expect(world.time.timers).toBe(0)
      await world.time.advance(HOUR)
      expect(server().requests).toHaveLength(1)
    },
  )

  test.each(FAILURES)(
    'T49 R18 %s after a tool has run is handled the same way: its result is sent again, and it runs once',
    async (_name, { reply, streams }) => {
      const replies = [speech.say([bash('make')])]
      server().respond(() => replies.shift() ?? reply(speech))
      const world = worldAt(speech, server().url)
      await world.send('Go')
      await until(world, () => world.state.type === 'toolExecuting')
      world.tools.last.finish('made')
      await world.time.settle()
      expect(await failUntilRest(world)).toEqual([1_125, 2_250])
      const [, second, ...others] = server().requests.map(({ body }) => JSON.stringify(body))
      expect(second).toContain('made')
      expect(others).toEqual([second, second])
      expect(world.tools.runs).toHaveLength(1)
      expect(beginnings(world)).toBe(streams ? 4 : 1)
      expect(world.state.type).toBe('error')
    },
  )
})
