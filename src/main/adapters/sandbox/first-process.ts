import { setTimeout as pause } from 'node:timers/promises'
import { childOf, isAlive, type ProcessRow } from '../processes/tree/process-table.ts'

const LONGEST_PAUSE_MS = 20

/**
 * The first process of a sandbox, the child of bubblewrap. Bubblewrap itself ends with the command, while processes that the
 * command left live for a few more ms; the kernel lets the first process die only once all others in the sandbox are dead.
 */
export type FirstProcess = Pick<ProcessRow, 'pid' | 'startTime'>

/** Null if the sandbox has already ended. Call this while the command is at its gate. */
export function firstProcessOf({ pid }: Pick<FirstProcess, 'pid'>): FirstProcess | null {
  return childOf(pid)
}

/** Resolves once nothing in the sandbox can run any more. It keeps no process of ours alive. */
export async function sandboxIsEmpty(first: FirstProcess): Promise<void> {
  for (let pauseMs = 1; isAlive(first); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    await pause(pauseMs, undefined, { ref: false })
  }
}
