import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { procTable } from '../src/main/adapters/processes/tree/process-table.ts'

const TICKS_PER_SECOND = 100
/** The resolution of processor time. */
export const TICK_SECONDS = 1 / TICKS_PER_SECOND

/** The processor time of a process, user and system, in seconds. Linux. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The same for a process and its live children, which start its commands. Linux. */
export function cpuSecondsWithChildren(pid: number): number {
  const children = procTable.rows().filter(({ parent }) => parent === pid)
  return children.reduce((sum, child) => sum + cpuSeconds(child.pid), cpuSeconds(pid))
}

/** What follows a start once, such as keeping its compiled code, falls into only some of these. */
const WINDOWS = 3

/**
 * Returns the processor time used at rest, in percent of a core: the least of three windows of so many seconds. `used`:
 * the seconds used so far.
 */
export async function percentAtRest(used: () => number, seconds: number): Promise<number> {
  const percents: number[] = []
  for (let window = 0; window < WINDOWS; window++) {
    const before = used()
    await delay(seconds * 1_000)
    // The clock counts whole ticks: one more may have begun.
    percents.push(((used() - before + TICK_SECONDS) * 100) / seconds)
  }
  return Math.min(...percents)
}

/** The memory that a process holds now, in MB. Linux. */
export function residentMegabytes(pid: number): number {
  return statusMegabytes(pid, /VmRSS:\s+(\d+)/)
}

/** The most memory that a process has held, in MB. Linux. */
export function peakMegabytes(pid: number): number {
  return statusMegabytes(pid, /VmHWM:\s+(\d+)/)
}

function statusMegabytes(pid: number, kilobytes: RegExp): number {
  const line = kilobytes.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? Number.NaN) / 1024
}

/** How long Node takes to start and end without a program (ms): the machine's share of a start. */
export async function bareStartMs(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - start
}
