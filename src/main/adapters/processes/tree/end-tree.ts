import type { WorkId } from '../../../../shared/ids.ts'
import type { ProcessTree } from './process-tree.ts'
import { isAlive } from './process-table.ts'
import type { RunRecord } from './run-record.ts'
import type { AliveProcess } from './sweep-messages.ts'
import type { OwnedTree, OrphanProcesses } from './orphan-processes.ts'
import type { TreeEnder } from './tree-ender.ts'
import { guard } from '../../../runtime/guard.ts'
import { systemTimers } from '../../system/system-clock.ts'

/** The default time limit for ending a tree (ms). */
export const PATIENCE_MS = 500

/**
 * Ends a tree. Resolves with the number of processes ended, or with null after `patienceMs`: then survivors are listed as
 * orphans until they are gone, and the ender continues in the background. `over` is called when
 * nothing is left, so a start that cannot tell leaves the record to the next one.
 */
export function endTree(
  owned: OwnedTree,
  patienceMs: number,
  parts: { ender: TreeEnder; orphans: OrphanProcesses; over: (workId: WorkId) => void },
): Promise<number | null> {
  return new Promise((resolve) => {
    let alive: readonly AliveProcess[] | null = null
    let isGivenUp = false
    const giveUp = guard('giving up on a process', () => {
      isGivenUp = true
      resolve(null)
      if (alive !== null) parts.orphans.put(owned, alive)
      // What an earlier attempt has listed stays until somebody has looked again.
      else if (owned.tree.known === undefined) parts.orphans.put(owned, rootIfAlive(owned.tree))
    })
    const stopTimer = systemTimers.start(patienceMs, giveUp)
    parts.ender.end(owned.tree, {
      onAlive(processes) {
        alive = processes
        if (isGivenUp) parts.orphans.put(owned, processes)
      },
      onGone(ended) {
        stopTimer()
        parts.over(owned.origin.workId)
        parts.orphans.remove(owned.origin.workId)
        resolve(ended)
      },
      onUnknown() {
        stopTimer()
        resolve(0)
      },
    })
  })
}

function rootIfAlive({ root }: ProcessTree): readonly AliveProcess[] {
  if (root === null) return []
  return isAlive(root) ? [{ ...root, command: '' }] : []
}

/**
 * Ends what killed hosts have left; what ran before the machine's last boot is gone. Resolves with the number of processes
 * ended.
 */
export async function endLeftovers(
  records: readonly RunRecord[],
  bootId: string,
  patienceMs: number,
  parts: Parameters<typeof endTree>[2],
): Promise<number> {
  const ended = records.map(async (record) => {
    if (record.isOver === true) return 0
    if (record.bootId === bootId) return (await endTree(treeOf(record), patienceMs, parts)) ?? 0
    parts.over(record.workId)
    return 0
  })
  return (await Promise.all(ended)).reduce((sum, count) => sum + count, 0)
}

/** The processes that a killed host has left of a run. */
function treeOf(record: RunRecord): OwnedTree {
  const { command, conversationId, runToken, process, since, workId } = record
  const origin = { conversationId, workId, command, since }
  return { origin, tree: { root: process, runToken, isCold: true, isSandboxed: false } }
}
