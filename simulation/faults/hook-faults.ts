import type { HookRun } from '../../src/shared/conversation/hook-run.ts'
import { MAX_HOOK_OUTPUT } from '../../src/shared/conversation/hook-run.ts'

/** How the hooks of one moment will go. */
export interface HookPlan {
  /** ms; null: they do not end by themselves. */
  readonly afterMs: number | null
  /** ms from the order to end to the answer; null: they do not hear it. */
  readonly afterAbort: number | null
  /** They answer then what they would have. */
  readonly isDefiant: boolean
  readonly outcome: HookRun['outcome']
  readonly output: string
  /** Null: none is against it. */
  readonly blockReason: string | null
  readonly texts: readonly string[]
  /** How many run. */
  readonly count: number
}

/** As long as a hook may take. */
const LIMIT_MS = 60_000
const ODD = '\ud83d\0\u202E'

/** Every day of hooks, good and bad. A new one is one entry. */
export const HOOK_WAYS = {
  fine: (plan) => plan,
  tells: (plan) => ({ ...plan, texts: ['On main.'] }),
  blocks: (plan) => ({ ...plan, outcome: 'blocked', blockReason: 'No.' }),
  blocksWithoutReason: (plan) => ({ ...plan, outcome: 'blocked', blockReason: '' }),
  fails: (plan) => ({ ...plan, outcome: 'failed' }),
  throws: (plan) => ({ ...plan, outcome: 'failed' }),
  hangs: (plan) => ({ ...plan, afterMs: LIMIT_MS, outcome: 'timedOut' }),
  /** Who does not hear the order to end is given up on. */
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

export type HookWay = keyof typeof HOOK_WAYS
