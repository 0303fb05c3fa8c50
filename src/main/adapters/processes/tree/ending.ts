import type { EndSignal, ProcessRow, ProcessTable } from './process-table.ts'
import { membersOf, type ProcessTree, type SeenProcesses } from './process-tree.ts'

/** SIGTERM is sent at 0, SIGKILL from this time on (ms). */
export const GRACE_MS = 50
/** When to check whether the SIGTERM was enough, in ms after it. */
const GRACE_LOOKS = [2, 5, 10, 20, 35, GRACE_MS]
/** How many SIGKILL rounds follow one another almost without a pause: a fork storm has to be outrun. */
const FAST_ROUNDS = 40
const SLOWEST_ROUND_MS = 1_000

/** The ending of one tree. It is over when two scans in a row find nothing. */
export interface Ending {
  readonly tree: ProcessTree
  readonly startedAt: number
  readonly seen: SeenProcesses
  emptyScans: number
  killRounds: number
  dueAt: number
}

export type EndingStep =
  | { readonly type: 'gone'; readonly ended: number }
  | { readonly type: 'alive'; readonly members: readonly ProcessRow[] }

export function beginEnding(tree: ProcessTree, now: number): Ending {
  const seen = new Map(tree.known?.map(({ pid, startTime }) => [pid, startTime]))
  return { tree, startedAt: now, seen, emptyScans: 0, killRounds: 0, dueAt: now }
}

/** Scans the table once and acts on it. `now` is any monotonic clock, in ms. */
export function stepEnding(
  ending: Ending,
  rows: readonly ProcessRow[],
  table: ProcessTable,
  now: number,
): EndingStep {
  const members = membersOf(ending.tree, ending.seen, rows, table)
  if (members.length === 0) {
    ending.emptyScans += 1
    ending.dueAt = now + 1
    return ending.emptyScans >= 2
      ? { type: 'gone', ended: ending.seen.size }
      : { type: 'alive', members }
  }
  ending.emptyScans = 0
  const elapsed = now - ending.startedAt
  const look = GRACE_LOOKS.find((at) => at > elapsed)
  if (look === undefined) {
    signalMembers(ending.tree, members, table, 'SIGKILL')
    ending.killRounds += 1
    ending.dueAt = now + killPause(ending.killRounds)
  } else {
    // Sent at every scan: a process forked in between has not received it.
    signalMembers(ending.tree, members, table, 'SIGTERM')
    ending.dueAt = ending.startedAt + look
  }
  return { type: 'alive', members }
}

function killPause(rounds: number): number {
  if (rounds <= FAST_ROUNDS) return 1
  return Math.min(SLOWEST_ROUND_MS, 10 * 2 ** Math.min(10, rounds - FAST_ROUNDS))
}

/**
 * Signals whole groups if a group is certainly ours, because no fork can escape that; the rest one by one. A sandbox gets no
 * SIGTERM, so processes in it can clean up.
 */
function signalMembers(
  tree: ProcessTree,
  all: readonly ProcessRow[],
  table: ProcessTable,
  signal: EndSignal,
): void {
  const isSpared = signal === 'SIGTERM' && tree.isSandboxed
  const members = isSpared ? all.filter((row) => row.pid !== tree.root?.pid) : all
  const pids = new Set(members.map((row) => row.pid))
  const groups = new Set<number>()
  for (const row of members) {
    if ((row.group === tree.root?.pid && !isSpared) || pids.has(row.group)) groups.add(row.group)
  }
  for (const group of groups) table.signalGroup(group, signal)
  for (const row of members) {
    if (!groups.has(row.group)) table.signalProcess(row, signal)
  }
}
