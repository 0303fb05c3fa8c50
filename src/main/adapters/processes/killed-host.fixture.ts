import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { GUARDIAN_NAME } from './guardian.ts'
import { bareOrder, HOST, hostArguments, type HostOrder } from './host.fixture.ts'
import { procTable } from './tree/process-table.ts'

interface KilledHost {
  readonly code: string
  readonly order: HostOrder
  /** The host is killed once this resolves. */
  readonly isUp: (printed: Readable) => Promise<unknown>
  /** True kills its guardian first: then only the next start can end what it ran. */
  readonly withGuardian: boolean
}

/** Runs a host in a process and kills it with SIGKILL. Returns when that was, in ms of `performance.now`. */
export async function killHost({ code, order, isUp, withGuardian }: KilledHost): Promise<number> {
  const args = hostArguments(code, order)
  const host = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(host, 'exit')
  const early = gone.then(() => Promise.reject(new Error('The host ended by itself.')))
  await Promise.race([isUp(host.stdout), early])
  if (withGuardian) killGuardianOf(host.pid)
  const at = performance.now()
  host.kill('SIGKILL')
  await gone
  return at
}

/** The host is stopped first, or it would start another one. */
export function killGuardianOf(host: number | undefined): void {
  // The pid 0 means our own group.
  if (host === undefined || host === 0) throw new Error('The host has no pid.')
  process.kill(host, 'SIGSTOP')
  const pids = guardiansOf(host)
  if (pids.length === 0) throw new Error('The host has no guardian.')
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}

/** The guardians of a process, by pid. */
export function guardiansOf(host: number): readonly number[] {
  const children = procTable.rows().filter(({ parent }) => parent === host)
  return children.map(({ pid }) => pid).filter(isGuardian)
}

function isGuardian(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(GUARDIAN_NAME)
  } catch {
    return false
  }
}

const FOLLOWING = `${HOST}
  const onOutput = () => process.stdout.write('ready')
  console.log(await supervisor.run(requestOf({ onOutput })))
`

/** Kills a host without a sandbox once its command has printed something. */
export async function killHostDuring(
  dataFolder: string,
  command: string,
  { withGuardian }: Pick<KilledHost, 'withGuardian'>,
): Promise<void> {
  await killHost({
    code: FOLLOWING,
    order: bareOrder(dataFolder, command),
    isUp: (printed) => once(printed, 'data'),
    withGuardian,
  })
}
