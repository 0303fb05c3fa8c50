import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { markIn } from './run-token.ts'

/**
 * One process as /proc shows it. `startTime` is field 22 of stat: clock ticks since boot. Pid and start time identify
 * it.
 */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly isDead: boolean
  readonly startTime: number
  /** The inherited mark of its run (run-token.ts); null if it has none. */
  readonly mark: number | null
}

export type EndSignal = 'SIGTERM' | 'SIGKILL'

/** Access to the operating system's processes. Tests replace it to show states that cannot be produced at will. */
export interface ProcessTable {
  rows(): readonly ProcessRow[]
  /** True if the environment that the process was started with contains this text. False if it cannot be read. */
  environmentHolds(pid: number, text: string): boolean
  commandOf(pid: number): string
  signalProcess(row: ProcessRow, signal: EndSignal): void
  signalGroup(group: number, signal: EndSignal): void
}

const chunk = Buffer.alloc(64 * 1024)

/** Uses the fields after the last bracket: a command's name may contain spaces and brackets. */
export function parseStat(pid: number, stat: string): ProcessRow | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 23)
  const [state, parent, group, session] = fields
  const startTime = Number(fields[19])
  if (state === undefined || !Number.isSafeInteger(startTime)) return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    isDead: state === 'Z' || state === 'X',
    startTime,
    mark: markIn(Number(fields[22])),
  }
}

/** Null if there is no such process (or no /proc). */
export function readProcess(pid: number): ProcessRow | null {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r')
    try {
      return parseStat(pid, chunk.toString('latin1', 0, readSync(file, chunk, 0, chunk.length, 0)))
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}

/** A zombie is not alive, nor is a process whose pid now belongs to another. */
export function isAlive({ pid, startTime }: Pick<ProcessRow, 'pid' | 'startTime'>): boolean {
  const row = readProcess(pid)
  return row?.startTime === startTime && !row.isDead
}

/** A living process that this one has started; null if there is none. */
export function childOf(parent: number): ProcessRow | null {
  try {
    const [first] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').split(' ')
    return readProcess(Number(first))
  } catch {
    // The kernel has no such list, or there is no such process.
    return listRows().find((row) => row.parent === parent) ?? null
  }
}

/** Changes with every boot of the machine: pids and start times of another boot mean nothing. Empty without /proc. */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return ''
  }
}

/** True for groups and processes that we must never end: 0 and -1 address many at once, 1 is init. */
function isForbidden(pid: number): boolean {
  return !Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid
}

function sendSignal(target: number, signal: EndSignal): void {
  try {
    process.kill(target, signal)
  } catch {
    // ESRCH: already gone. EPERM: another user's; it stays in the scans and is listed as an orphan.
  }
}

export function signalProcess(row: ProcessRow, signal: EndSignal): void {
  if (isForbidden(row.pid)) return
  if (readProcess(row.pid)?.startTime === row.startTime) sendSignal(row.pid, signal)
}

export function signalGroup(group: number, signal: EndSignal): void {
  if (!isForbidden(group)) sendSignal(-group, signal)
}

function listRows(): readonly ProcessRow[] {
  const rows: ProcessRow[] = []
  for (const name of readdirSync('/proc')) {
    const first = name.charCodeAt(0)
    if (first < 48 || first > 57) continue
    const row = readProcess(Number(name))
    if (row !== null && !row.isDead) rows.push(row)
  }
  return rows
}

/**
 * Reads piece by piece, because an environment may be megabytes; the pieces overlap by the length of the search text.
 */
function fileHolds(path: string, text: string): boolean {
  const wanted = Buffer.from(text, 'latin1')
  let kept = 0
  try {
    const file = openSync(path, 'r')
    try {
      for (;;) {
        const read = readSync(file, chunk, kept, chunk.length - kept, null)
        if (read === 0) return false
        const end = kept + read
        if (chunk.subarray(0, end).includes(wanted)) return true
        kept = Math.min(end, wanted.length - 1)
        chunk.copyWithin(0, end - kept, end)
      }
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(0, 200)
  } catch {
    return ''
  }
}

export const procTable: ProcessTable = {
  rows: listRows,
  environmentHolds: (pid, text) => fileHolds(`/proc/${pid}/environ`, text),
  commandOf,
  signalProcess,
  signalGroup,
}
