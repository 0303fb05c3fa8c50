import fc from 'fast-check'
import { expect } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { IDLE, isAsking, isResting } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Lifecycle } from '../../core/machine/lifecycle.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import { isFree } from './is-free.ts'
import { anyActs, Life } from './random-life.ts'
import type { World } from './world.ts'
import { verifyConversation } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId

/**
 * Checks in this many lives that, whatever people, models, tools and the disk do, a conversation comes to rest with
 * nothing lost.
 */
export async function checkRandomLives(numRuns: number): Promise<void> {
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
      for (const [id, { rows }] of life.world.store.records) {
        const replayed = await verifyConversation(life.world.store.log, id, pacing)
        expect(replayed).toMatchObject({ difference: null, events: rows.length })
      }
    }),
    { numRuns },
  )
}

/** Checks that with a working disk and no input it rests or asks, and that the next message is answered. */
async function checkRest(life: Life): Promise<void> {
  const { world } = life
  world.store.failing = null
  await world.time.advance(24 * 60 * 60_000)
  check(life)
  expect(isResting(world.state) || isAsking(world.state), world.state.type).toBe(true)
  if (isAsking(world.state)) world.cancel()
  await world.time.advance(2_000)
  expect(world.time.timers).toBe(0)
  readMore(life)
  expect(await world.send('Are you there?')).toEqual({ type: 'accepted' })
  await world.time.advance(500)
  check(life)
  expect(world.model.open[0]?.call.provider.model).toBe(world.context.primary.model)
  world.model.open[0]?.replyText('Yes')
  await world.time.settle()
  if (world.store.waiting(ID).length === 0 && world.state.type !== 'awaitingLlm') {
    expect(['idle', 'llmRequesting']).toContain(world.state.type)
  }
  expect(world.store.conversation(ID)?.state).toEqual(world.state)
  check(life)
  checkResults(world)
}

/** Gives a conversation that exceeds its model's context a larger one. */
function readMore({ world }: Life): void {
  if (world.state.type !== 'contextExhausted') return
  const { primary } = world.context
  const contextTokens = primary.limits.contextTokens * 10
  const limits = { ...primary.limits, contextTokens }
  world.context = { ...world.context, primary: { ...primary, limits } }
  world.registry.settingsChanged(world.settings)
}

const EXPECTED_WARNINGS = new Set(['a recovery could not be saved'])

function check(life: Life): void {
  const { world } = life
  expect(world.warnings.filter((each) => !EXPECTED_WARNINGS.has(each))).toEqual([])
  for (const [id, kept] of world.store.records) {
    const entries = kept.rows.flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
    checkWork(life, id)
    checkTurns(entries)
    checkSessions(entries)
    checkCalls(kept.messages, entries, isResting(kept.state ?? IDLE))
  }
  checkReceived(world)
}

/** Checks that at most one request and one run are live, that the state waits for them, and that each request is valid. */
function checkWork(life: Life, id: ConversationId): void {
  const { model, registry } = life.world
  const runtime = registry.live(id)
  // The end of that work may wait for the database.
  const least = (count: number): number => (runtime === null || isFree(runtime) ? count : 0)
  const state = runtime?.current ?? IDLE
  const isRequesting = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  const expectCount = (found: number, most: number): void => {
    expect(found, state.type).toBeLessThanOrEqual(most)
    expect(found, state.type).toBeGreaterThanOrEqual(least(most))
  }
  const open = model.open.filter(({ call }) => call.conversationId === id)
  expectCount(open.length, isRequesting ? 1 : 0)
  const running = life
    .runs()
    .filter(({ run, stopReason }) => run.conversationId === id && stopReason === null)
  expectCount(running.length, state.type === 'toolExecuting' ? 1 : 0)
  for (const { call } of open) {
    expect(validateRequest(call.request, { endsWithAgent: true })).toEqual([])
  }
}

/** I31: checks that each sub-agent has submitted one result, and none still works. */
function checkResults({ store, registry }: World): void {
  const reported = store
    .history(ID)
    .flatMap(({ content }) => (content.type === 'subAgent' ? [content.agentId as string] : []))
  const children = [...store.records].filter(([, kept]) => kept.parent !== null).map(([id]) => id)
  expect(reported.toSorted()).toEqual(children.toSorted())
  for (const id of children) expect(registry.live(id)?.current ?? IDLE).toSatisfy(isResting)
}

const ENDS = new Set<Lifecycle['type']>(['turnCompleted', 'turnInterrupted', 'turnFailed'])

/** Checks that turns follow each other, and each ends once. */
function checkTurns(entries: readonly Lifecycle[]): void {
  let open: string | null = null
  for (const entry of entries) {
    if (entry.type === 'turnStarted') {
      expect(open).toBeNull()
      open = entry.turnId
    } else if (ENDS.has(entry.type) && 'turnId' in entry) {
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

/** Checks that no call runs twice or has two results, and that at rest each has one. */
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

/** Checks that a client receives each step, in order and without a gap. */
function checkReceived({ events }: World): void {
  let last: { epoch: number; seq: number } | null = null
  for (const event of events) {
    if (event.type !== 'conversation.stepped') continue
    if (last?.epoch === event.epoch) expect(event.after).toBe(last.seq)
    last = event
  }
}
