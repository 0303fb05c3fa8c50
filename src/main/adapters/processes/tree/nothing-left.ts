import { existsSync, readFileSync } from 'node:fs'
import { type ProcessRow, readProcess } from './process-table.ts'
import { membersOf, type ProcessTree } from './process-tree.ts'

/** How many pids the main thread may check, and how many living processes among them: a fraction of a millisecond each. */
const MAX_LOOKS = 128
const MAX_ALIVE = 8
/** Within this time (ms), pids cannot wrap around. */
const MAX_AGE_MS = 2_000

/**
 * The quick check after a command that ended by itself: true if none of the processes born after it is one of its own, so no
 * scan is needed. Pids are assigned in ascending order, and /proc/loadavg ends with the last one. If that is inconclusive (a
 * wrap, a very busy machine, a long run, another system), it returns false and leaves it to the sweep.
 */
export function isNothingLeft(tree: ProcessTree, ageMs: number): boolean {
  if (tree.root === null || ageMs > MAX_AGE_MS) return false
  const { pid: first } = tree.root
  const newest = newestPid()
  if (newest < first || newest - first > MAX_LOOKS) return false
  const rows: ProcessRow[] = []
  for (let pid = first; pid <= newest; pid++) {
    const row = existsSync(`/proc/${pid}`) ? readProcess(pid) : null
    if (row !== null && !row.isDead) rows.push(row)
    if (rows.length > MAX_ALIVE) return false
  }
  return rows.length === 0 || (areStrangers(rows, tree.runToken) && !hasMembers(tree, rows))
}

/** An empty or unreadable environment proves nothing: a process in the middle of an exec shows none. */
function areStrangers(rows: readonly ProcessRow[], runToken: string): boolean {
  return rows.every(({ pid }) => {
    const environment = environmentOf(pid)
    return environment !== '' && !environment.includes(runToken)
  })
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

/** Checks only family relations: the run tokens have already been checked. */
function hasMembers(tree: ProcessTree, rows: readonly ProcessRow[]): boolean {
  return membersOf(tree, new Map(), rows, { environmentHolds: () => false }).length > 0
}

function newestPid(): number {
  try {
    const loadavg = readFileSync('/proc/loadavg', 'latin1')
    return Number(loadavg.slice(loadavg.lastIndexOf(' ')))
  } catch {
    return 0
  }
}
