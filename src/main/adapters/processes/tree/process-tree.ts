import type { ProcessRow, ProcessTable } from './process-table.ts'
import { RUN_TOKEN_NAME, markOf } from './run-token.ts'

interface ProcessName {
  readonly pid: number
  readonly startTime: number
}

/**
 * The facts about a run's processes. `root` is null if the app died between the record and the spawn. `isCold`: read from
 * the record of an earlier app, so a group without its leader proves nothing.
 */
export interface ProcessTree {
  readonly root: ProcessName | null
  readonly runToken: string
  readonly isCold: boolean
  /** The root is the sandbox itself: when it dies, everything in it dies at once. */
  readonly isSandboxed: boolean
  /** Survivors of an earlier attempt to end it, whose parents may be dead. Absent if there was none. */
  readonly known?: readonly ProcessName[]
}

/** Start times of the members seen so far, by pid: a child whose parent has died is no longer a descendant. */
export type SeenProcesses = Map<number, number>

/**
 * The living processes of a tree: descendants of the root, its group and session, sessions that members began, earlier
 * members, and every process with the mark or the run token. A pid counts only together with its start time. A process
 * that started before the root cannot be its descendant and is not examined.
 */
export function membersOf(
  tree: ProcessTree,
  seen: SeenProcesses,
  rows: readonly ProcessRow[],
  table: Pick<ProcessTable, 'environmentHolds'>,
): readonly ProcessRow[] {
  const { root } = tree
  const young = root === null ? rows : rows.filter((row) => row.startTime >= root.startTime)
  const byPid = new Map(rows.map((row) => [row.pid, row]))
  const members = new Map<number, ProcessRow>()
  const mark = markOf(tree.runToken)
  for (const row of young) {
    if (row.mark === mark || isSeed(tree, seen, row, byPid)) members.set(row.pid, row)
  }
  addRelatives(members, young)
  for (const row of young) {
    if (members.has(row.pid)) continue
    if (table.environmentHolds(row.pid, `${RUN_TOKEN_NAME}=${tree.runToken}`))
      members.set(row.pid, row)
  }
  addRelatives(members, young)
  for (const row of members.values()) seen.set(row.pid, row.startTime)
  return [...members.values()]
}

function isSeed(
  tree: ProcessTree,
  seen: SeenProcesses,
  row: ProcessRow,
  byPid: ReadonlyMap<number, ProcessRow>,
): boolean {
  if (seen.get(row.pid) === row.startTime) return true
  const { root } = tree
  if (root !== null && row.pid === root.pid) return row.startTime === root.startTime
  if (root !== null && (row.group === root.pid || row.session === root.pid)) {
    const leader = byPid.get(root.pid)
    return leader === undefined ? !tree.isCold : leader.startTime === root.startTime
  }
  // A session whose first process was a member and has died. If its pid is in use again, the session belongs to somebody
  // else.
  return seen.has(row.session) && !byPid.has(row.session)
}

function addRelatives(members: Map<number, ProcessRow>, rows: readonly ProcessRow[]): void {
  for (;;) {
    const before = members.size
    for (const row of rows) {
      if (!members.has(row.pid) && (members.has(row.parent) || members.has(row.session))) {
        members.set(row.pid, row)
      }
    }
    if (members.size === before) return
  }
}
