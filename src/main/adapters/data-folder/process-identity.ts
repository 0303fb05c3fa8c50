import { readFileSync } from 'node:fs'

/** Identifies one process permanently: pids are reused, but a pid with its start time and boot is unique. */
export interface ProcessIdentity {
  readonly pid: number
  /** Field 22 of /proc/PID/stat: clock ticks since boot. Null if there is no /proc. */
  readonly startTime: string | null
  readonly bootId: string | null
}

export function identityOf(pid: number): ProcessIdentity {
  return {
    pid,
    startTime: startTimeOf(pid),
    bootId: readQuietly('/proc/sys/kernel/random/boot_id'),
  }
}

/** False for a process that has ended, and for another one with the same pid. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (!Number.isInteger(identity.pid) || identity.pid <= 1 || !answers(identity.pid)) return false
  const now = identityOf(identity.pid)
  return now.startTime === identity.startTime && now.bootId === identity.bootId
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The name in parentheses may itself contain spaces and parentheses, so fields are counted from its end. */
function startTimeOf(pid: number): string | null {
  const stat = readQuietly(`/proc/${pid}/stat`)
  if (stat === null) return null
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

function readQuietly(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
