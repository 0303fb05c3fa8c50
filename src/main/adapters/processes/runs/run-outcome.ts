import type { Printed } from '../output/printed.ts'

/** The end of a command. `durationMs` counts from the spawn; `signal` is the name of the signal that killed it. */
export type RunOutcome =
  | {
      readonly type: 'exited'
      readonly code: number
      readonly durationMs: number
      readonly printed: Printed
    }
  | {
      readonly type: 'signalled'
      readonly signal: string
      readonly durationMs: number
      readonly printed: Printed
    }
  | { readonly type: 'timedOut'; readonly limitMs: number; readonly printed: Printed }
  | { readonly type: 'aborted' }
  /** `reason` is a sentence for the model and people: nothing was run. */
  | { readonly type: 'notStarted'; readonly reason: string }

export function notStarted(reason: string): RunOutcome {
  return { type: 'notStarted', reason }
}
