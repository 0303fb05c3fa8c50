import type { HookRun } from '../../src/shared/conversation/hook-run.ts'
import { MAX_HOOK_OUTPUT } from '../../src/shared/conversation/hook-run.ts'

/** The behaviour of the hooks of one event. */
export interface HookPlan {
  /** ms; null: they never end by themselves. */
  readonly afterMs: number | null
  /** ms from the abort to the answer; null: they ignore the abort. */
  readonly afterAbort: number | null
  /** After an abort they still answer as planned. */
  readonly isDefiant: boolean
  readonly outcome: HookRun['outcome']
  readonly output: string
  /** The reason of the hook that blocks; null: no hook blocks. */
  readonly blockReason: string | null
  readonly texts: readonly string[]
  /** The number of hooks that run. */
  readonly count: number
}

/** The longest time that a hook may take. */
const LIMIT_MS = 60_000
const ODD = '\ud83d\0\u202E'

/** All behaviours of hooks, good and bad. A new one is one entry. */
export const HOOK_BEHAVIOURS = {
  fine: (plan) => plan,
  tells: (plan) => ({ ...plan, texts: ['On main.'] }),
  blocks: (plan) => ({ ...plan, outcome: 'blocked', blockReason: 'No.' }),
  blocksWithoutReason: (plan) => ({ ...plan, outcome: 'blocked', blockReason: '' }),
  fails: (plan) => ({ ...plan, outcome: 'failed' }),
  throws: (plan) => ({ ...plan, outcome: 'failed' }),
  hangs: (plan) => ({ ...plan, afterMs: LIMIT_MS, outcome: 'timedOut' }),
  /** Hooks that ignore the abort are given up on. */
  deaf: (plan) => ({ ...plan, afterMs: LIMIT_MS, afterAbort: null, outcome: 'timedOut' }),
  neverEnds: (plan) => ({ ...plan, afterMs: null, afterAbort: null }),
  blocksWhenStopped: (plan) => ({
    ...plan,
    afterMs: LIMIT_MS,
    afterAbort: 2_000,
    isDefiant: true,
    outcome: 'blocked',
    blockReason: 'No.',
  }),
  floods: (plan) => ({
    ...plan,
    output: 'x'.repeat(MAX_HOOK_OUTPUT),
    texts: ['y'.repeat(20_000)],
  }),
  answersGarbage: (plan) => ({ ...plan, output: ODD, texts: [ODD, ' '] }),
  areMany: (plan) => ({ ...plan, count: 30 }),
} as const satisfies Record<string, (plan: HookPlan) => HookPlan>

export type HookBehaviour = keyof typeof HOOK_BEHAVIOURS
