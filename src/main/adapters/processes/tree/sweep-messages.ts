import type { ProcessTree } from './process-tree.ts'

/** A process that was ordered to end and has not. */
export interface AliveProcess {
  readonly pid: number
  /** 0 without /proc. */
  readonly startTime: number
  readonly command: string
}

export interface SweepOrder {
  readonly type: 'end'
  readonly endingId: number
  readonly tree: ProcessTree
}

/** `signalled`: the first scan is done and everything it found was signalled. `gone` is the last report. */
export type SweepReport =
  | { readonly type: 'signalled'; readonly endingId: number }
  | {
      readonly type: 'alive'
      readonly endingId: number
      readonly processes: readonly AliveProcess[]
    }
  | { readonly type: 'gone'; readonly endingId: number; readonly ended: number }
