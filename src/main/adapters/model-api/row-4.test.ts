import { describe, expect, test } from 'vitest'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { cutAfterBytes, HANG_UP } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import { testContext } from '../../core/test-context.ts'
import type { World } from '../../runtime/fakes/world.ts'
import { phaseOf, type Speech, SPEECHES, until, worldAt } from './fakes/speaking-world.ts'
import { serverForEach } from './fakes/fake-server.ts'

const server = serverForEach()

const { primary } = testContext()
const FALLBACK = { ...primary, model: 'claude-other' }
const HOUR = 3_600_000

const FAILURES: readonly (readonly [name: string, reply: (speech: Speech) => Reply])[] = [
  ['429', ({ refuse }) => refuse(429)],
  ['529', ({ refuse }) => refuse(529)],
  ['500', ({ refuse }) => refuse(500)],
  ['a connection that is reset', () => HANG_UP],
  ['a stream that breaks off', ({ say }) => cutAfterBytes(say([text('Half')]), 300)],
]

/** Fails until it rests, each wait over in its time. Answers how long each was. */
async function failUntilRest(world: World): Promise<readonly number[]> {
  const waits: number[] = []
  for (;;) {
    await until(world, () => ['backoff', 'error'].includes(phaseOf(world)))
    const { state } = world
    if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return waits
    const wait = state.phase.retryAt - world.time.now()
    waits.push(wait)
    const before = server().requests.length
    await world.time.advance(wait - 1)
    expect(phaseOf(world)).toBe('backoff')
    await world.time.advance(1)
    await server().waitForRequest(before + 1)
  }
}

describe.each(SPEECHES)('row 4 retries are bounded and visible, %s', (_, speech) => {
  test.each(FAILURES)('%s for ever', async (_name, reply) => {
    server().respond(() => reply(speech))
    const world = worldAt(speech, server().url, { change: { fallback: FALLBACK } })
    await world.send('Hello')
    // Jitter is at its middle in this world.
    expect(await failUntilRest(world)).toEqual([1_125, 2_250, 1_125, 2_250])
    expect(server().requests).toHaveLength(6)
    expect(world.state.type).toBe('error')
    expect(world.transcript.at(-1)).toMatch(/^error: .* Tried 3 times\.$/)
    await world.time.advance(HOUR)
    expect(server().requests).toHaveLength(6)
  })

  test.each(FAILURES)(
    '%s, stopped while it waits: nothing is sent any more',
    async (_name, reply) => {
      server().respond(() => reply(speech))
      const world = worldAt(speech, server().url)
      await world.send('Hello')
      await until(world, () => phaseOf(world) === 'backoff')
      world.cancel()
      expect(world.state.type).toBe('idle')
      expect(world.time.timers).toBe(0)
      await world.time.advance(HOUR)
      expect(server().requests).toHaveLength(1)
    },
  )

  test.each(FAILURES)(
    'T49 R18 %s after a tool has run takes the same way: its result goes out again, and it runs once',
    async (_name, reply) => {
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
      expect(world.state.type).toBe('error')
    },
  )
})
