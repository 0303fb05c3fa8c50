import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Linux: the kinds of memory that the system writes into the core files of this process and its children. Other systems have
 * no such file, and no system writes core files unless configured to.
 */
const FILTER = '/proc/self/coredump_filter'
const NO_MEMORY = '0x0'

/** The setting for commands: the one that Phoenix was started with. Null: nothing has been changed. */
let filterOfCommands: string | null = null

/**
 * Keeps memory out of this process's core files from now on, because keys are in it (row 26). False if the system does not
 * allow it.
 */
export function keepMemoryOutOfDumps(): boolean {
  const before = filterOfCommands ?? readFilter()
  if (before === null) return process.platform !== 'linux'
  if (!writeFilter(NO_MEMORY)) return false
  filterOfCommands = before
  return true
}

/** Starts a process whose core files are as they would be without Phoenix: it must be started within `start`. */
export function withOwnDumps<Started>(start: () => Started, filter = filterOfCommands): Started {
  if (filter === null) return start()
  writeFilter(filter)
  try {
    return start()
  } finally {
    writeFilter(NO_MEMORY)
  }
}

/** The setting for commands, for a process that starts them; null if it already has it. */
export function dumpFilterOfCommands(): string | null {
  return filterOfCommands
}

/** From now on, core files of this process and its children contain this memory. Null changes nothing. */
export function useDumpFilter(filter: string | null): void {
  if (filter !== null) writeFilter(filter)
}

/** Null if there is none. */
function readFilter(): string | null {
  try {
    return `0x${readFileSync(FILTER, 'utf8').trim()}`
  } catch {
    return null
  }
}

function writeFilter(filter: string): boolean {
  try {
    writeFileSync(FILTER, filter)
    return true
  } catch {
    return false
  }
}
