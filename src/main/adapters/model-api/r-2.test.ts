import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../../../../e2e/fake-model-server/fake-model-server.ts'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { SILENCE, stallAfter } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import type { World } from '../../runtime/fakes/world.ts'
import { phaseOf, type Speech, SPEECHES, until, worldAt } from './fakes/speaking-world.ts'

let server: FakeModelServer
beforeEach(async () => {
  server = await startFakeModelServer()
})
afterEach(async () => {
  await server.close()
})

const WORDS = text('one two three', 3)
/** Where the line goes dead: the answer, what is streamed by then, and how long it may be so. */
const DEAD: readonly (readonly [
  where: string,
  reply: (speech: Speech) => Reply,
  phase: string,
  silenceMs: number,
])[] = [
  ['before the first byte', () => SILENCE, 'connecting', 60_000],
  ['in its text', ({ say }) => stallAfter(say([WORDS]), 4), 'streaming', 90_000],
  [
    'in the JSON of a call',
    ({ say }) => {
      const call = { ...bash('npm run check'), pieces: 4 }
      const whole = say([WORDS, call])
      return stallAfter(whole, whole.steps.length - 5)
    },
    'streaming',
    90_000,
  ],
]

describe.each(SPEECHES)('R2 a line that goes dead, %s', (_, speech) => {
  test.each(DEAD)('%s', async (_where, reply, phase, silenceMs) => {
    server.enqueue(reply(speech))
    const world = worldAt(speech, server.url)
    await world.send('Hello')
    await server.waitForRequest(1)
    await until(world, () => phaseOf(world) === phase)
    await Promise.all(Array.from({ length: 20 }, () => setImmediate()))
    const since = world.time.now()
    await world.time.advance(19_999)
    expect(told(world)).toEqual([])
    await world.time.advance(1)
    const requestId = expect.any(String)
    expect(told(world)).toEqual([{ requestId, since, until: since + silenceMs }])
    await world.time.advance(silenceMs - 20_001)
    expect(phaseOf(world)).toBe(phase)
    await world.time.advance(1)
    await until(world, () => phaseOf(world) === 'backoff')
    expect(world.state).toMatchObject({ attempt: 2, phase: { error: { kind: 'timeout' } } })
    await server.waitForClose(1)
  })

  test('at its connection', async () => {
    const hole = await blackHole()
    const world = worldAt(speech, hole.url, { own: { connectMs: 50 } })
    const startedAt = performance.now()
    await world.send('Hello')
    await until(world, () => phaseOf(world) === 'backoff')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(world.state).toMatchObject({
      phase: { error: { kind: 'network', message: expect.stringContaining('cannot be reached') } },
    })
    await hole.close()
  })

  test('what comes first after a sleep goes out on a fresh connection', async () => {
    const world = worldAt(speech, server.url)
    for (const [index, restedMs] of [0, 0, 9_000, 3_600_000].entries()) {
      server.enqueue(speech.say([WORDS]))
      await world.time.advance(restedMs)
      await world.send(`message ${index}`)
      // The answer is read to its end, so that its connection can serve again.
      await until(world, () => world.state.type === 'idle' && world.time.timers === 0)
    }
    const ports = server.requests.map(({ port }) => port)
    // One may still be on its last byte when the next request goes out.
    expect(ports.slice(0, 2)).toContain(ports[2])
    expect(ports.slice(0, 3)).not.toContain(ports[3])
  })
})

/** What was told of silences. */
function told(world: World): readonly unknown[] {
  return world.events.flatMap((event) =>
    event.type === 'conversation.silent' ? [event.silence] : [],
  )
}

/** An address that takes a connection and says nothing, not even hello to TLS. */
async function blackHole(): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const sockets = new Set<Socket>()
  const hole: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  hole.listen(0, '127.0.0.1')
  await once(hole, 'listening')
  const address = hole.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = async (): Promise<unknown> => {
    for (const socket of sockets) socket.destroy()
    hole.close()
    return once(hole, 'close')
  }
  return { url: `https://127.0.0.1:${port}`, close }
}
