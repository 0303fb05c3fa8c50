import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as z from '../../../shared/schema.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { accessFault } from '../system/access-fault.ts'
import { type Inode, isSame } from '../files/open-file.ts'
import { removeQuietly, writeAtomically } from './atomic-file.ts'
import { identityOf, isAlive } from './process-identity.ts'
import { makePrivate } from './private-file.ts'
import { readRegular } from './regular-file.ts'

/** How long a second start waits for a first that is closing. It must print its sentence and end within 2 s. */
const PATIENCE_MS = 300
/** How often it looks for the name of the first. */
const LOOK_MS = 30

const Holder = z.object({
  pid: z.number(),
  startTime: z.string().nullable(),
  bootId: z.string().nullable(),
  address: z.string().nullable(),
  /** Earlier versions did not say. */
  isStarting: z.boolean().default(false),
})
type Holder = z.infer<typeof Holder>

/** The garbage collector would close an unreferenced database and release its lock. */
const heldFiles = new Map<Database.Database, Inode>()

/** The lock that lets only one process at a time own a data folder. */
export interface InstanceLock {
  /** Marks the start as finished, and publishes the address, if there is one, for a second start. Never with a code or token. */
  announce(address: string | null): void
  /** May be called twice. The lock is also released when the process ends, however it ends. */
  release(): void
}

/** `held`: by another process, which may let go of it. The sentence is for people, and names the holder. */
export interface LockFault {
  readonly type: 'held' | 'refused'
  readonly sentence: string
}

/**
 * Locks the folder for this process. The lock is the kernel's (SQLite's exclusive lock on an empty file), so a dead holder
 * holds nothing, and two processes can never both believe they have it; phoenix.lock next to it only names the holder. The
 * loser writes nothing.
 */
export function lockDataFolder(
  folder: string,
  patienceMs = PATIENCE_MS,
): Result<InstanceLock, LockFault> {
  const holderFile = holderFileOf(folder)
  const lock = takeKernelLock(heldFileOf(folder), patienceMs)
  switch (lock.type) {
    case 'busy': {
      const sentence = alreadyRunning(folder, waitForHolder(holderFile, patienceMs))
      return failed({ type: 'held', sentence })
    }
    case 'failed':
      return failed({ type: 'refused', sentence: cannotLock(folder) })
    case 'taken':
      return ok(heldLock(lock.file, folder))
    default:
      return assertNever(lock)
  }
}

/** The process that holds the folder and has not finished starting; null if there is none. */
export function startingHolder(folder: string): number | null {
  const holder = liveHolder(holderFileOf(folder))
  return holder?.isStarting === true ? holder.pid : null
}

/** The process that holds the folder; null if it has no name. */
export function holderOf(folder: string): number | null {
  return liveHolder(holderFileOf(folder))?.pid ?? null
}

/**
 * True if this process has locked the folder and it was moved or replaced since then: what is at its path now may belong to
 * another Phoenix.
 */
export function hasMoved(folder: string): boolean {
  const path = heldFileOf(folder)
  const held = [...heldFiles].find(([file]) => file.name === path)?.[1]
  if (held === undefined) return false
  const now = statSync(path, { throwIfNoEntry: false })
  return now === undefined || !isSame(now, held)
}

function heldFileOf(folder: string): string {
  return join(folder, 'phoenix.lock.held')
}

function holderFileOf(folder: string): string {
  return join(folder, 'phoenix.lock')
}

type KernelLock =
  | { readonly type: 'taken'; readonly file: Database.Database }
  | { type: 'busy' }
  | { type: 'failed' }

function takeKernelLock(path: string, timeout: number): KernelLock {
  let file: Database.Database | null = null
  try {
    // Whoever can read it can lock it.
    makePrivate(path)
    file = new Database(path, { timeout })
    // No journal file: nothing is ever written to this database.
    file.pragma('journal_mode = memory')
    file.exec('begin exclusive')
    heldFiles.set(file, statSync(path))
    return { type: 'taken', file }
  } catch (error) {
    file?.close()
    const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
    return { type: isBusy ? 'busy' : 'failed' }
  }
}

function heldLock(file: Database.Database, folder: string): InstanceLock {
  const holderFile = holderFileOf(folder)
  const write = (address: string | null, isStarting = false): void => {
    const holder: Holder = { ...identityOf(process.pid), address, isStarting }
    // Naming the holder is a courtesy: the lock works without it.
    writeAtomically(holderFile, `${JSON.stringify(holder)}\n`, 0o600)
  }
  write(null, true)
  return {
    announce: (address) => write(address),
    release: () => {
      if (!file.open) return
      // If the name stays, it belongs to a dead process and misleads nobody.
      if (!hasMoved(folder)) removeQuietly(holderFile)
      file.close()
      heldFiles.delete(file)
    },
  }
}

/** The winner may not have written its name yet. */
function waitForHolder(holderFile: string, patienceMs: number): Holder | null {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS) {
    const holder = liveHolder(holderFile)
    if (holder !== null) return holder
    Atomics.wait(pause, 0, 0, LOOK_MS)
  }
  return liveHolder(holderFile)
}

function liveHolder(holderFile: string): Holder | null {
  const holder = readHolder(holderFile)
  return holder !== null && isAlive(holder) ? holder : null
}

function readHolder(holderFile: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readRegular(holderFile).toString()))
  } catch {
    return null
  }
}

function cannotLock(folder: string): string {
  const denied = accessFault([heldFileOf(folder), folder])
  const why = denied === null ? '' : `: ${denied}`
  return (
    `Phoenix cannot lock its data folder ${folder}${why}. ` +
    'Check that it is on a disk of this machine and writable, or name another with --data.'
  )
}

function alreadyRunning(folder: string, holder: Holder | null): string {
  const who = holder === null ? 'another process' : `process ${holder.pid}`
  const where = holder?.address == null ? '' : ` at ${holder.address}`
  return (
    `Phoenix is already running with the data folder ${folder}: ${who}${where}. ` +
    'Use that one, quit it, or name another folder with --data.'
  )
}
