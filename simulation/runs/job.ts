import type { DiskType } from '../disks/disk.ts'
import type { Violation } from '../run-record.ts'

/** Runs that one worker does in sequence. Plain data: it crosses a thread. */
export interface Job {
  readonly mutant: string | null
  readonly store: DiskType
  readonly seeds: readonly number[]
  /**
   * `all`: each seed once; `crashes`: each seed once for every point at which the app can die; `failures`: each seed
   * once for every statement of every write before its last messages, which fails; `apart`: two conversations, once with the faults of the first and once without
   * them; `late`: each seed once, as a run in which reports come late; `scripted`: each scripted life once, without
   * seeds.
   */
  readonly mode: 'all' | 'crashes' | 'failures' | 'apart' | 'late' | 'scripted'
  readonly isHashed: boolean
}

export interface Failure {
  readonly seed: number
  readonly isLate: boolean
  readonly store: DiskType
  readonly commit: number | null
  readonly failing: number | null
  readonly violation: Violation
  readonly taken: readonly number[]
}

export interface JobResult {
  readonly failure: Failure | null
  readonly runs: number
  /** Of these, those in which the app died, or a write failed, where they test it. */
  readonly struck: number
  readonly cpuMs: number
  readonly marks: readonly string[]
  readonly pairs: readonly string[]
  readonly digests: readonly string[]
  /** Row 1: the longest way to rest, in ms and in steps. */
  readonly healing: { readonly ms: number; readonly steps: number }
  /** Row 20: the number of sub-agents, and of outcomes that their parents received. */
  readonly family: { readonly children: number; readonly outcomes: number }
}

/** Returns the command that repeats a run. */
export function replayLine(
  run: Pick<Failure, 'seed' | 'store' | 'commit' | 'failing' | 'isLate'>,
  tape: string,
): string {
  const commit = run.commit === null ? '' : ` --commit ${run.commit}`
  const fails = run.failing === null ? '' : ` --fails ${run.failing}`
  const late = run.isLate ? ' --late' : ''
  const fixed = tape === '' ? '' : ` --tape ${tape}`
  return `npm run simulate -- --seed ${run.seed} --store ${run.store}${fixed}${commit}${fails}${late}`
}
