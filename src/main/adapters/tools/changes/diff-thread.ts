import { FOR_PEOPLE, type FileDiff, unifiedDiff } from '../../files/unified-diff.ts'
import { runThread, type ThreadLimits } from '../../system/short-thread.ts'

/** Plain data, for a thread. Null: there is no such file. */
export interface DiffOrder {
  readonly name: string
  readonly old: string | null
  readonly now: string | null
}

/** Compares two versions of a file for people. Null if it takes too long. */
export type CompareFile = (order: DiffOrder, signal?: AbortSignal) => Promise<FileDiff | null>

const LIMITS: ThreadLimits = { longestMs: 5_000, maxHeldBytes: 1_024 * 1024 * 1024 }
/** In code units of both versions: some 20 ms at most. A thread takes longer to start. */
const MAX_AT_ONCE = 64 * 1024

export function compareFile({ name, now, old }: DiffOrder): FileDiff {
  return unifiedDiff(name, old, now, FOR_PEOPLE)
}

/** Compares large versions in a thread: all conversations wait for what the main thread does. `worker`: as for patches. */
export function createDiffThread(worker: URL, limits: ThreadLimits = LIMITS): CompareFile {
  return async (order, signal) => {
    if ((order.old?.length ?? 0) + (order.now?.length ?? 0) <= MAX_AT_ONCE)
      return compareFile(order)
    let found: FileDiff | null = null
    try {
      await runThread({ name: 'diff', worker, order, signal, ...limits }, (message) => {
        found = message as FileDiff
      })
    } catch {
      // No thread could be started.
    }
    return found
  }
}
