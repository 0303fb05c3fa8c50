import { describe, expect, test } from 'vitest'
import type { FakeModelServer } from '../../../../../e2e/fake-model-server/fake-model-server.ts'
import { text } from '../../../../../e2e/fake-model-server/parts.ts'
import { SILENCE, stallAfter, stepwise } from '../../../../../e2e/fake-model-server/replies.ts'
import type { Reply } from '../../../../../e2e/fake-model-server/reply.ts'
import { ManualTime } from '../../../runtime/fakes/manual-time.ts'
import { beginCall, modelAt } from './model-calls.ts'
import type { ServerProtocol } from './server-protocol.ts'

async function becomes(what: () => boolean): Promise<void> {
  await expect.poll(what).toBe(true)
}

/** How long a server may be silent, on a clock that only the test advances. */
export function describeSilences(speaker: ServerProtocol, server: () => FakeModelServer): void {
  const whole = speaker.say([text('one two three', 3)])
  /** A call whose request has reached the server. */
  const receivedOf = async (reply: Reply) => {
    const time = new ManualTime()
    server().enqueue(reply)
    const asking = beginCall(modelAt(speaker.api, server().url, { time }))
    await server().waitForRequest(1)
    return { ...asking, time }
  }

  describe('row 3 the stream shapes with silences', () => {
    test('nothing at all', async () => {
      const { received, outcome, time } = await receivedOf(SILENCE)
      await time.advance(60_000)
      expect(await outcome).toMatchObject({
        kind: 'timeout',
        detail: expect.stringContaining('60 s'),
      })
      expect(received.started).toBe(0)
    })

    test('silent after the headers', async () => {
      const { outcome, time } = await receivedOf(stallAfter(whole, 0))
      await time.advance(60_000)
      expect(await outcome).toMatchObject({
        kind: 'timeout',
        detail: expect.stringContaining('60 s'),
      })
      await server().waitForClose(1)
    })

    test('silent after a delta', async () => {
      const reply = stallAfter(speaker.say([text('one two three', 3)]), 4)
      const { received, outcome, time } = await receivedOf(reply)
      await becomes(() => received.deltas.length > 0)
      await time.advance(90_000)
      expect(await outcome).toMatchObject({
        kind: 'timeout',
        detail: expect.stringContaining('90 s'),
      })
      expect(received.started).toBe(1)
      await server().waitForClose(1)
    })

    test('only pings', async () => {
      const reply = speaker.pingAfter([text('one two three', 3)], 4)
      const { received, outcome, time } = await receivedOf(reply)
      await becomes(() => received.deltas.length > 0)
      for (let minute = 1; minute < 10; minute++) {
        await time.advance(60_000)
        await becomes(() => received.silences.at(-1) === null)
      }
      await time.advance(60_000)
      expect(await outcome).toMatchObject({
        kind: 'timeout',
        detail: expect.stringContaining('10 minutes'),
      })
      await server().waitForClose(1)
    })

    test('a reply that takes longer than the silence that is allowed', async () => {
      const { next, reply } = stepwise(whole)
      const { received, outcome, time } = await receivedOf(reply)
      const { stepsAfterWhole = 0 } = speaker
      for (const _ of whole.steps.slice(stepsAfterWhole)) {
        await time.advance(50_000)
        expect(received.silences.at(-1)).not.toBeNull()
        next()
        await becomes(() => received.silences.at(-1) === null)
      }
      for (const _ of whole.steps.slice(0, stepsAfterWhole)) next()
      expect(await outcome).toMatchObject({ type: 'responded' })
    })
  })
}
