import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { bash, text } from '../../../../e2e/fake-model-server/parts.ts'
import { SILENCE, stallAfter } from '../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../e2e/fake-model-server/reply.ts'
import type { World } from '../../runtime/fakes/world.ts'
import { phaseOf, type ScriptedApi, SCRIPTED_APIS, until, worldAt } from './fakes/scripted-apis.ts'
import { serverForEach } from './fakes/fake-server.ts'

const server = serverForEach()

const WORDS = text('one two three', 3)
/**
 * Where the connection goes dead: the answer, the phase and the beginning of the text by then, and how long that is allowed.
 */
const DEAD: readonly (readonly [
  where: string,
  reply: (speech: ScriptedApi) => Reply,
  phase: string,
  says: string,
  silenceMs: number,
])[] = [
  ['before the first byte', () => SILENCE, 'connecting', '', 60_000],
  ['in its text', ({ say }) => stallAfter(say([WORDS]), 4), 'streaming', 'one', 90_000],
  [
    'in the JSON of a call',
    ({ say }) => {
      const call = { ...bash('npm run check'), pieces: 4 }
      const whole = say([WORDS, call])
      return stallAfter(whole, whole.steps.length - 5)
    },
    'streaming',
    'one two three',
    90_000,
  ],
]

describe.each(SCRIPTED_APIS)('R2 a line that goes dead, %s', (_, speech) => {
  test.each(DEAD)('%s', async (_where, reply, phase, says, silenceMs) => {
    server().enqueue(reply(speech))
    const world = worldAt(speech, server().url)
    await world.send('Hello')
    await server().waitForRequest(1)
    // The server writes everything before the silence in one turn of the loop: with the text, all of it has arrived.
    await until(world, () => phaseOf(world) === phase && textOf(world).startsWith(says))
    const since = world.time.now()
    await world.time.advance(19_999)
    expect(shownErrors(world)).toEqual([])
    await world.time.advance(1)
    const requestId = expect.any(String)
    expect(shownErrors(world)).toEqual([{ requestId, since, until: since + silenceMs }])
    await world.time.advance(silenceMs - 20_001)
    expect(phaseOf(world)).toBe(phase)
    await world.time.advance(1)
    await until(world, () => phaseOf(world) === 'backoff')
    expect(world.state).toMatchObject({ attempt: 2, phase: { error: { kind: 'timeout' } } })
    await server().waitForClose(1)
  })

  test.each([
    ['before a silence is told of', {}, 15_000, []],
    ['after a countdown to its own end', { connectMs: 25_000 }, 25_000, [25_000]],
  ])('at its connection, %s', async (_what, own, connectMs, expectedMs) => {
    const hole = await blackHole()
    const world = worldAt(speech, hole.url, { own })
    const since = world.time.now()
    await world.send('Hello')
    await until(world, () => hole.lines.size === 1)
    await world.time.advance(connectMs - 1)
    expect(phaseOf(world)).toBe('connecting')
    const requestId = expect.any(String)
    expect(shownErrors(world)).toEqual(
      expectedMs.map((ms) => ({ requestId, since, until: since + ms })),
    )
    await world.time.advance(1)
    await until(world, () => phaseOf(world) === 'backoff')
    expect(world.state).toMatchObject({
      phase: { error: { kind: 'network', message: expect.stringContaining('cannot be reached') } },
    })
    await hole.close()
  })

  test('at its connection, although another address of the endpoint has just answered', async () => {
    const hole = await blackHole()
    let address = server().url
    const world = worldAt(speech, () => address)
    server().enqueue(speech.say([WORDS]))
    await world.send('Hello')
    await until(world, () => world.state.type === 'idle' && world.time.timers === 0)
    address = hole.url
    await world.send('And here?')
    await until(world, () => hole.lines.size === 1)
    await world.time.advance(15_000)
    await until(world, () => phaseOf(world) === 'backoff')
    expect(world.state).toMatchObject({ phase: { error: { kind: 'network' } } })
    await hole.close()
  })

  test('the first request after a sleep uses a new connection', async () => {
    const world = worldAt(speech, server().url)
    for (const [index, sleptMs] of [0, 0, 9_000, 3_600_000].entries()) {
      server().enqueue(speech.say([WORDS]))
      world.time.sleep(sleptMs)
      await world.send(`message ${index}`)
      // The answer is read to its end, so its connection can be reused.
      await until(world, () => world.state.type === 'idle' && world.time.timers === 0)
    }
    const [first, ...ports] = server().requests.map(({ port }) => port)
    expect(ports).toEqual([first, first, expect.any(Number)])
    expect(ports[2]).not.toBe(first)
  })
})

/** The text of the answer that a client sees if it connects now. */
function textOf({ runtime: { feed } }: World): string {
  feed.unsubscribe(feed.subscribe(() => undefined))
  return feed.liveReply()?.text ?? ''
}

/** The reported silences. */
function shownErrors(world: World): readonly unknown[] {
  return world.events.flatMap((event) =>
    event.type === 'conversation.silent' ? [event.silence] : [],
  )
}

interface BlackHole {
  readonly url: string
  /** The open connections. */
  readonly lines: ReadonlySet<Socket>
  close(): Promise<unknown>
}

/** An address that accepts a connection and sends nothing, not even a TLS hello. */
async function blackHole(): Promise<BlackHole> {
  const lines = new Set<Socket>()
  const hole: Server = createServer((socket) => {
    lines.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => lines.delete(socket))
    socket.resume()
  })
  hole.listen(0, '127.0.0.1')
  await once(hole, 'listening')
  const address = hole.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = async (): Promise<unknown> => {
    for (const line of lines) line.destroy()
    hole.close()
    return once(hole, 'close')
  }
  return { url: `https://localhost:${port}`, lines, close }
}
