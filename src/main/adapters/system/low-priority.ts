import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * For a thread whose work can wait: on a busy machine the main thread, which answers Stop, gets the processor first.
 * Not for a thread that locks the database: the main thread would wait while everything else runs. Only Linux: elsewhere a priority applies to the whole process.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (own > 0 && own !== process.pid) setPriority(own, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // There is no /proc: the thread runs like any other.
  }
}
