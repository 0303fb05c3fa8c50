import type { ToolOutcome } from '../../src/main/runtime/ports/ports.ts'
import { ToolContent } from '../../src/shared/messages/content.ts'
import type { Choices } from '../choices.ts'

/** The behaviour of one run of a tool. */
export interface ToolPlan {
  readonly prints: readonly string[]
  readonly gapMs: number
  /** Null: it never ends by itself. */
  readonly outcome: ToolOutcome | 'throws' | null
  /** ms from the abort to the report; null: it never reports. `ignores`: it ends as if it had not been aborted. */
  readonly afterAbort: number | null | 'ignores'
  /** Prints and reports once more after its end. */
  readonly isTwice: boolean
  /** The questions that it puts to a person; null: none. */
  readonly asks: Asks | null
}

/**
 * `again`: one question after another. `atOnce`: two, and the first answer counts. `inVain`: nobody answers. `ending`:
 * the call ends while it asks. `late`: it asks after its end. `stopped`: it asks when it is aborted. `withdrawn`: the
 * question is withdrawn, and the call continues.
 */
export type Asks =
  'once' | 'again' | 'atOnce' | 'inVain' | 'ending' | 'late' | 'stopped' | 'withdrawn'

/** The sender of questions that nobody answers. */
export const UNANSWERED = 'A server that nobody hears'

type PlanChange = (plan: ToolPlan, choices: Choices, tag: string) => ToolPlan

export function toolOutcome(outcome: ToolOutcome['outcome'], words: string): ToolOutcome {
  const digest = `${outcome} ${words}`
  return { outcome, content: [{ type: 'text', text: words }], summary: null, files: [], digest }
}

/** An image whose blob does not exist. */
const GONE = ToolContent.parse({
  type: 'image',
  blob: '0'.repeat(64),
  mediaType: 'image/png',
  name: 'gone.png',
  bytes: 100,
  width: 10,
  height: 10,
})

const NOTHING: ToolOutcome = {
  outcome: 'ok',
  content: [],
  summary: null,
  files: [],
  digest: 'nothing',
}

/** All faults of a tool. A new one is one entry. */
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
  printsWithoutEnd: (plan) => ({
    ...plan,
    prints: Array.from({ length: 60 }, () => '.'),
    gapMs: 1,
  }),
  oddText: (plan, _, tag) => ({
    ...plan,
    outcome: toolOutcome('ok', `${tag} \ud83d\0\u202E\udc00`),
  }),
  imageGone: (plan, _, tag) => {
    const { content, ...rest } = toolOutcome('ok', tag)
    return { ...plan, outcome: { ...rest, content: [...content, GONE] } }
  },
  manyParts: (plan, _, tag) => {
    const { content, ...rest } = toolOutcome('ok', tag)
    return {
      ...plan,
      outcome: { ...rest, content: Array.from({ length: 100 }, () => content).flat() },
    }
  },
  reportsTwice: (plan) => ({ ...plan, isTwice: true }),
  asks: (plan) => ({ ...plan, asks: 'once' }),
  asksInVain: (plan) => ({ ...plan, asks: 'inVain' }),
  asksAgain: (plan) => ({ ...plan, asks: 'again' }),
  asksTwiceAtOnce: (plan) => ({ ...plan, asks: 'atOnce' }),
  asksWhenStopped: (plan) => ({ ...plan, gapMs: 15_000, afterAbort: 300, asks: 'stopped' }),
  diesWhileItAsks: (plan, _, tag) => {
    const outcome = toolOutcome('failed', `The server ended during the call. ${tag}`)
    return { ...plan, gapMs: 2_000, outcome, asks: 'ending' }
  },
  endsWhileItAsks: (plan) => ({ ...plan, gapMs: 2_000, asks: 'ending' }),
  withdrawsItsQuestion: (plan) => ({ ...plan, asks: 'withdrawn' }),
  asksBehindItsEnd: (plan) => ({ ...plan, asks: 'late' }),
  /** These strike before the run, in `inspect`. */
  slowInspect: (plan) => plan,
  hangingInspect: (plan) => plan,
  throwingInspect: (plan) => plan,
  /** These strike before a request: servers start, and the tools that they offer change. */
  slowServers: (plan) => plan,
  hangingServers: (plan) => plan,
  throwingServers: (plan) => plan,
  hidesTools: (plan) => plan,
  hugeResult: (plan, _, tag) => ({
    ...plan,
    outcome: toolOutcome('ok', `${tag} ${'z'.repeat(30_000)}`),
  }),
} as const satisfies Record<string, PlanChange>

export type ToolFaultName = keyof typeof TOOL_FAULTS

export function isToolFault(name: string): name is ToolFaultName {
  return Object.hasOwn(TOOL_FAULTS, name)
}
