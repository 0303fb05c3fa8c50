import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** strace makes system calls fail, and records their order. False if it is missing. */
export const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

export const HOW_TO_GET_STRACE =
  'No strace that may trace was found: writes and flushes that fail are not tried. Install it (apt-get install strace).'

export interface DiskFault {
  readonly call: 'pwrite64' | 'fsync' | 'fdatasync'
  readonly error: 'EDQUOT' | 'EIO' | 'ENOSPC' | 'EROFS'
  /** The call of this kind that fails, counted from 1. */
  readonly from: number
  /** True if all later ones fail too. */
  readonly lasts: boolean
}

/** A database in a separate folder. */
export interface Ground {
  readonly file: string
  readonly trace: string
  [Symbol.dispose](): void
}

/** With a copy of this database, or with none. */
export function freshGround(from: Ground | null = null): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-disk-'))
  if (from !== null) copyFileSync(from.file, join(folder, 'phoenix.db'))
  return {
    file: join(folder, 'phoenix.db'),
    trace: join(folder, 'trace'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface LineOfWriter {
  readonly said: 'acknowledged' | 'fault' | 'again' | 'refused'
  readonly rest: string
}

/** Runs disk-writer.fixture.ts to its end, for this many messages, on a disk with this fault. Returns its output. */
export function writeUnder(
  { file, trace }: Ground,
  messages: number,
  fault: DiskFault | null,
): readonly LineOfWriter[] {
  const inject =
    fault === null
      ? []
      : [
          '-e',
          `inject=${fault.call}:error=${fault.error}:when=${fault.from}${fault.lasts ? '+' : ''}`,
        ]
  const calls = 'trace=pwrite64,fsync,fdatasync,write'
  const tracing = ['-f', '-qq', '-y', '--seccomp-bpf', '-o', trace, '-e', calls, ...inject]
  const writer = [process.execPath, join(import.meta.dirname, 'disk-writer.fixture.ts')]
  const run = spawnSync('strace', [...tracing, ...writer, file, `${messages}`], {
    encoding: 'utf8',
    // strace counts the calls of each thread separately.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    timeout: 60_000,
  })
  if (run.status !== 0) throw new Error(`the writer ended with ${run.status}: ${run.stderr}`)
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [said = '', ...rest] = line.split(' ')
      return { said: said as LineOfWriter['said'], rest: rest.join(' ') }
    })
}

/** The calls of a run of the writer, one per line as strace writes them, in order. */
export function callsOf({ trace }: Ground): readonly string[] {
  return readFileSync(trace, 'utf8').split('\n')
}
