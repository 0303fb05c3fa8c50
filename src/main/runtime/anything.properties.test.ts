import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callIdOf } from '../../shared/call-id.ts'
import { isResting } from '../../shared/conversation-state.ts'
import type { ConversationId } from '../../shared/ids.ts'
import type { Message } from '../../shared/message.ts'
import type { Lifecycle } from '../core/lifecycle.ts'
import { validateRequest } from '../core/validate-request.ts'
import { anyActs, Life } from './fakes/random-life.ts'
import type { World } from './fakes/world.ts'
import { verifyConversation } from './verify-history.ts'

const ID = 'c1' as ConversationId

// covers P-6 R5-16 R5-28 R5-36 E-00
test('whatever people, models, tools and the disk do, a conversation comes to rest with nothing lost', async () => {
  await fc.assert(
    fc.asyncProperty(anyActs, async (acts) => {
      const life = new Life()
      for (const act of acts) {
        await life.act(act)
        if (!act.settles) continue
        await life.world.time.settle()
        check(life)
      }
      await checkRest(life)
      const pacing = { clock: life.world.time, pause: () => Promise.resolve() }
      const replayed = await verifyConversation(life.world.store.log, ID, pacing)
      expect(replayed.difference).toBeNull()
      expect(replayed.events).toBe(life.world.store.conversation(ID)?.seq)
    }),
    { numRuns: 300 },
  )
})

/** With the disk healed and nobody speaking it rests, and the next message is answered. */
async function checkRest(life: Life): Promise<void> {
  const { world } = life
  world.store.failing = null
  await world.time.advance(4 * 60 * 60_000)
  check(life)
  expect(isResting(world.state)).toBe(true)
  expect(world.time.timers).toBe(0)
  expect(await world.send('Are you there?')).toEqual({ type: 'accepted' })
  check(life)
  expect(world.model.open[0]?.call.provider.model).toBe(world.context.primary.model)
  world.model.open[0]?.say('Yes')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.store.conversation(ID)?.state).toEqual(world.state)
  check(life)
}

function check(life: Life): void {
  const { world } = life
  const kept = world.store.kept.get(ID)
  if (kept === undefined) throw new Error('the conversation was lost')
  const entries = kept.rows.flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
  expect(world.warnings.filter((each) => each !== 'a recovery could not be saved')).toEqual([])
  if (world.runtime.record.isSaved) expect(world.state).toEqual(kept.state)
  checkWork(life)
  checkTurns(entries)
  checkSessions(entries)
  checkCalls(kept.messages, entries, isResting(kept.state))
  checkTold(world)
}

/** At most one request and one run live, and they are what the state waits for; each request is valid. */
function checkWork(life: Life): void {
  const { model, state } = life.world
  const isAsking = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  expect(model.open.length, state.type).toBe(isAsking ? 1 : 0)
  const running = life.runs().filter((run) => run.stopReason === null)
  expect(running.length, state.type).toBe(state.type === 'toolExecuting' ? 1 : 0)
  for (const { call } of model.open) {
    expect(validateRequest(call.request, { endsWithAgent: true })).toEqual([])
  }
}

/** Turns follow each other, and each ends once. */
function checkTurns(entries: readonly Lifecycle[]): void {
  let open: string | null = null
  for (const entry of entries) {
    if (entry.type === 'turnStarted') {
      expect(open).toBeNull()
      open = entry.turnId
    } else if ('turnId' in entry) {
      expect(entry.turnId).toBe(open)
      open = null
    }
  }
}

function checkSessions(entries: readonly Lifecycle[]): void {
  const types = entries.map((entry) => entry.type).filter((type) => type.startsWith('session'))
  types.forEach((type, index) => {
    expect(type).toBe(index % 2 === 0 ? 'sessionStarted' : 'sessionEnded')
  })
}

/** No call runs twice or has two results; at rest each has one. */
function checkCalls(
  messages: readonly Message[],
  entries: readonly Lifecycle[],
  isAtRest: boolean,
): void {
  const started = entries.flatMap((entry) => (entry.type === 'toolStarted' ? [entry.callId] : []))
  expect(new Set(started).size).toBe(started.length)
  const results = messages.flatMap(({ content }) =>
    content.type === 'tool' ? [content.callId] : [],
  )
  expect(new Set(results).size).toBe(results.length)
  if (!isAtRest) return
  const calls = messages.flatMap(({ id, content }) => {
    const blocks = content.type === 'agent' ? content.blocks : []
    return blocks.filter(({ type }) => type === 'toolCall').map((_, index) => callIdOf(id, index))
  })
  expect(results.toSorted()).toEqual(calls.toSorted())
}

/** A client hears of each step, in order and without a gap. */
function checkTold({ events }: World): void {
  let last: { epoch: number; seq: number } | null = null
  for (const event of events) {
    if (event.type !== 'conversation.stepped') continue
    if (last?.epoch === event.epoch) expect(event.after).toBe(last.seq)
    last = event
  }
}
