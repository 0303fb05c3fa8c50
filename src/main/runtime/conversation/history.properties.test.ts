import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { activeMessages } from '../../../shared/messages/active-messages.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { forkedMessages } from '../../core/request/forked-messages.ts'
import type { ModelRequest } from '../../core/request/model-request.ts'
import { neededMessages } from '../../core/request/needed-messages.ts'
import { user } from '../../core/testing/test-messages.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import { anyActs, Life } from '../fakes/random-life.ts'

const FRAME = { endpoint: 'anthropic', model: 'claude-test', system: 'Be brief.', tools: [] }
const FORK: Message = { id: 'fork' as never, seq: 1_000, at: 0, content: user('And now?') }

async function lived(
  acts: Parameters<Life['act']>[0][],
  afterEach: (life: Life) => void = () => {},
): Promise<Life> {
  const life = new Life()
  for (const act of acts) {
    await life.act(act)
    if (act.settles) await life.world.time.settle()
    afterEach(life)
  }
  return life
}

test('T79 whatever happens, a stored message does not change: each step only adds', async () => {
  await fc.assert(
    fc.asyncProperty(anyActs, async (acts) => {
      const seen = new Map<string, readonly string[]>()
      await lived([...acts], ({ world }) => {
        for (const [id, { messages }] of world.store.records) {
          const now = messages.map((message) => JSON.stringify(message))
          const before = seen.get(id) ?? []
          expect(now.slice(0, before.length)).toEqual(before)
          seen.set(id, now)
        }
      })
    }),
    { numRuns: byTier(40, 200) },
  )
})

test('R16 whatever happened, each prefix of the log and each fork of it makes a valid request', async () => {
  await fc.assert(
    fc.asyncProperty(anyActs, async (acts) => {
      const { world } = await lived([...acts])
      for (const { messages } of world.store.records.values()) {
        for (let count = 1; count <= messages.length; count++) {
          const prefix = activeMessages(messages.slice(0, count))
          const isSaid = prefix.some(({ content }) => content.type === 'user')
          const forked = buildRequest([...prefix, FORK], FRAME)
          expect(validateRequest(forked, { endsWithAgent: false })).toEqual([])
          const copied = forkedMessages(messages, count, 'fork' as ConversationId)
          const fork = copied.map((each, index) => ({ ...each, seq: index + 1 }))
          const asked = buildRequest([...fork, FORK], FRAME)
          expect(validateRequest(asked, { endsWithAgent: false })).toEqual([])
          if (!isSaid) continue
          const request = buildRequest(prefix, FRAME)
          expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
        }
      }
    }),
    { numRuns: byTier(40, 200) },
  )
})

/** Turns, summaries of them, and rewinds. */
const SUMS_UP = fc.array(
  fc.record({
    name: fc.constantFrom(
      ...(['send', 'send', 'answer', 'answer', 'answer', 'callTools', 'finishTool'] as const),
      ...(['compact', 'compact', 'rewind', 'cancel', 'undo', 'dropAttachments'] as const),
    ),
    pick: fc.nat({ max: 1_000 }),
    settles: fc.constant(true),
  }),
  { minLength: 20, maxLength: 80 },
)

test('the messages cached for requests equal those in the store, whatever happens, and a summary makes them fewer', async () => {
  let shorter = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyActs, SUMS_UP), async (acts) => {
      await lived([...acts], ({ world }) => {
        for (const [id, { messages }] of world.store.records) {
          const kept = world.registry.get(id)?.record.memory.needed()
          const standing = activeMessages(messages)
          expect(kept ?? neededMessages(standing)).toEqual(neededMessages(standing))
          if (kept !== undefined && kept.length < standing.length) shorter += 1
        }
      })
    }),
    { numRuns: byTier(60, 300) },
  )
  expect(shorter).toBeGreaterThan(byTier(4, 20))
})

/** What moves on, and an undo at any moment; nothing that begins requests again. */
const GOES_ON = fc.array(
  fc.record({
    name: fc.constantFrom(
      ...(['send', 'callTools', 'callTools', 'finishTool', 'finishTool', 'answer'] as const),
      ...(['undo', 'undo', 'undo', 'approve', 'cancel', 'continue', 'interrupt', 'begin'] as const),
      ...(['answerOddly', 'undo', 'waitSeconds'] as const),
    ),
    pick: fc.nat({ max: 1_000 }),
    settles: fc.boolean(),
  }),
  { minLength: 5, maxLength: 60 },
)

test('whenever files are restored, each request begins with the whole of the previous one', async () => {
  let heard = 0
  await fc.assert(
    fc.asyncProperty(GOES_ON, async (acts) => {
      const { world } = await lived([...acts])
      const sent = world.model.requests.map(({ call }) => blocksOf(call.request))
      for (const [index, blocks] of sent.entries()) {
        const before = sent[index - 1] ?? []
        expect(blocks.slice(0, before.length)).toEqual(before)
      }
      heard += sent.filter((blocks) => blocks.some((block) => block.includes('undid'))).length
    }),
    { numRuns: byTier(60, 300) },
  )
  expect(heard).toBeGreaterThan(byTier(20, 100))
})

function blocksOf({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(({ role, blocks }) =>
    blocks.map((block) => `${role} ${JSON.stringify(block)}`),
  )
}
