import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type ConversationState,
  isAsking,
  isResting,
} from '../../../shared/conversation/conversation-state.ts'
import { byTier } from '../../../shared/testing/by-tier.ts'
import { type Act, anyActs, Life } from '../fakes/random-life.ts'

const STATES: Readonly<Record<ConversationState['type'], true>> = {
  idle: true,
  awaitingLlm: true,
  llmRequesting: true,
  awaitingApproval: true,
  awaitingAnswer: true,
  toolExecuting: true,
  awaitingSubAgents: true,
  cancelling: true,
  contextExhausted: true,
  error: true,
  completed: true,
  failed: true,
}

/** The same lives in every run. */
const LIVES: readonly (readonly Act[])[] = fc.sample(anyActs, {
  numRuns: byTier(150, 600),
  seed: 4,
})

async function live(life: Life, acts: readonly Act[], seen: Set<string>): Promise<void> {
  for (const act of acts) {
    await life.act(act)
    if (act.settles) await life.world.time.settle()
    const { store } = life.world
    for (const id of store.records.keys()) seen.add(store.conversation(id)?.state?.type ?? 'none')
  }
}

/** Much computing, on a machine that may be busy (ms). */
const LIMIT_MS = 120_000

test(
  'T21 every state is reached by events that the runtime itself sends',
  { timeout: LIMIT_MS },
  async () => {
    const seen = new Set<string>()
    for (const acts of LIVES) await live(new Life(), acts, seen)
    seen.delete('none')
    expect([...seen].toSorted()).toEqual(Object.keys(STATES).toSorted())
  },
)

test.each(['a cancel', 'time'])(
  'T21 every state is left for rest by %s',
  { timeout: LIMIT_MS },
  async (exit) => {
    for (const acts of LIVES.slice(0, byTier(40, 150))) {
      const life = new Life()
      await live(life, acts, new Set())
      const { world } = life
      world.store.failing = null
      if (exit === 'a cancel') world.cancel()
      await world.time.advance(exit === 'a cancel' ? 1_100 : 24 * 60 * 60_000)
      const state: ConversationState = world.state
      expect(isResting(state) || (exit === 'time' && isAsking(state)), state.type).toBe(true)
    }
  },
)

test('T21 a state is set only where a step is entered, and comes only from the machine', () => {
  const runtime = join(import.meta.dirname, '..')
  const set = globSync('{.,ports,conversation,registry,commands}/*.ts', { cwd: runtime })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) =>
      readFileSync(join(runtime, name), 'utf8')
        .split('\n')
        .filter((line) => /\.#?state\s*=[^=>]/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(new Set(set)).toEqual(
    new Set([
      'conversation/conversation-runtime.ts: this.#state = stored.state ?? IDLE',
      'conversation/conversation-runtime.ts: this.#state = step.state',
    ]),
  )
})
