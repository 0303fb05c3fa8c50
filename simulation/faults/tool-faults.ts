import type { ToolOutcome } from '../../src/main/runtime/ports/ports.ts'
import type { Choices } from '../choices.ts'

/** How one run of a tool will go. */
export interface ToolPlan {
  readonly prints: readonly string[]
  readonly gapMs: number
  /** Null: it does not end by itself. */
  readonly outcome: ToolOutcome | 'throws' | null
  /** ms from the order to end to the report; null: it never reports. `ignores`: it ends as if nothing had been said. */
  readonly afterAbort: number | null | 'ignores'
  /** Prints and reports once more behind its end. */
  readonly isTwice: boolean
  /** Whether it asks a person. `inVain`: nobody answers. `ending`: it ends while it asks. `late`: behind its end. */
  readonly asks: 'once' | 'inVain' | 'ending' | 'late' | null
}

/** Whom nobody answers. */
export const UNHEARD = 'A server that nobody hears'

type Bend = (plan: ToolPlan, choices: Choices, tag: string) => ToolPlan

export function toolOutcome(outcome: ToolOutcome['outcome'], words: string): ToolOutcome {
  const digest = `${outcome} ${words}`
  return { outcome, content: [{ type: 'text', text: words }], summary: null, files: [], digest }
}

const NOTHING: ToolOutcome = {
  outcome: 'ok',
  content: [],
  summary: null,
  files: [],
  digest: 'nothing',
}

/** Every bad day of a tool. A new one is one entry. */
export const TOOL_FAULTS = {
  throws: (plan) => ({ ...plan, outcome: 'throws' }),
  fails: (plan, _, tag) => ({ ...plan, outcome: toolOutcome('failed', `exit 1 ${tag}`) }),
  timesOut: (plan, _, tag) => ({ ...plan, gapMs: 30_000, outcome: toolOutcome('timedOut', tag) }),
  noOutput: (plan) => ({ ...plan, outcome: NOTHING }),
  blankOutput: (plan) => ({ ...plan, outcome: toolOutcome('ok', ' \n') }),
  abortedByItself: (plan, _, tag) => ({ ...plan, outcome: toolOutcome('aborted', tag) }),
  endsWithItsTimer: (plan) => ({ ...plan, prints: [], gapMs: 65_000 }),
  hangs: (plan) => ({ ...plan, outcome: null }),
  hangsAndIgnoresTerm: (plan) => ({ ...plan, outcome: null, afterAbort: 300 }),
  unkillable: (plan) => ({ ...plan, outcome: null, afterAbort: null }),
  endsLongAfterAbort: (plan) => ({ ...plan, outcome: null, afterAbort: 5_000 }),
  endsVeryLongAfterAbort: (plan, choices) => {
    return { ...plan, outcome: null, afterAbort: choices.pick(25_000, 700, 1_500) }
  },
  ignoresAbort: (plan) => ({ ...plan, gapMs: 1_000, afterAbort: 'ignores' }),
  printsMuch: (plan) => ({ ...plan, prints: ['x'.repeat(200_000), 'y'.repeat(200_000), '€'] }),
  printsHalfCharacters: (plan) => ({ ...plan, prints: ['\ud83d', '\ude00 \udc00'] }),
  reportsTwice: (plan) => ({ ...plan, isTwice: true }),
  asks: (plan) => ({ ...plan, asks: 'once' }),
  asksInVain: (plan) => ({ ...plan, asks: 'inVain' }),
  endsWhileItAsks: (plan) => ({ ...plan, gapMs: 2_000, asks: 'ending' }),
  asksBehindItsEnd: (plan) => ({ ...plan, asks: 'late' }),
  /** These strike before the run, in `inspect`. */
  slowInspect: (plan) => plan,
  hangingInspect: (plan) => plan,
  throwingInspect: (plan) => plan,
  hugeResult: (plan, _, tag) => ({
    ...plan,
    outcome: toolOutcome('ok', `${tag} ${'z'.repeat(30_000)}`),
  }),
} as const satisfies Record<string, Bend>

export type ToolFaultName = keyof typeof TOOL_FAULTS

export function isToolFault(name: string): name is ToolFaultName {
  return Object.hasOwn(TOOL_FAULTS, name)
}
