import { failed, ok, type Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'
import type { CommandProcess } from '../processes/spawn/command-process.ts'
import { spawnCommand, type Spawned, type SpawnRequest } from '../processes/spawn/spawn-command.ts'
import { within } from '../system/within.ts'
import { ownTurn } from '../system/own-turn.ts'
import { sandboxIsEmpty } from './first-process.ts'
import { type AtGate, openGate } from './gate.ts'
import type { SandboxedCommand, SandboxLaunch, Sandbox } from './sandbox.ts'

/** How often a sandbox is set up for one command: a path to hide may disappear between the search and the mount. */
const SET_UPS = 4
/** How long a set-up may take (ms); after that the command's own limit applies. */
const SET_UP_MS = 10_000

type SpawnedRun = Extract<Spawned, { type: 'started' }>

interface Enterable {
  readonly child: CommandProcess
  readonly exit: Promise<unknown>
}

export interface Entering<Started, Refusal> {
  /** How long the search for places to hide may take (ms); then the last result is used. */
  readonly lookMs: number
  readonly signal: AbortSignal
  /** Starts the prepared program, or says why not. */
  readonly spawn: (launch: SandboxLaunch) => Promise<Result<Started, Refusal>>
  /** Called if the started program ended before the command ran. */
  readonly discard: (started: Started) => Promise<unknown>
}

export type Entered<Started, Refusal> =
  /**
   * `released` resolves when nothing of it runs any more and the folder's temporary protection is removed. Never rejects.
   */
  | { readonly type: 'entered'; readonly started: Started; readonly released: Promise<void> }
  /** Nothing may start any more. */
  | { readonly type: 'aborted' }
  /** A sentence from the sandbox. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'notSpawned'; readonly reason: Refusal }
  /** The sandbox's last message, or empty. */
  | { readonly type: 'notSetUp'; readonly complaint: string }

/**
 * The only way into a sandbox: search for places to hide, prepare, start, and wait until the command is at its gate.
 * Repeated if it does not get there, because then nothing has run. A command that is aborted at the gate has entered, and
 * the caller must end it.
 */
export async function enter<Started extends Enterable, Refusal>(
  sandbox: Sandbox,
  command: SandboxedCommand,
  { discard, lookMs, signal, spawn }: Entering<Started, Refusal>,
): Promise<Entered<Started, Refusal>> {
  for (let setUps = 1; ; setUps++) {
    await within(sandbox.look(), lookMs, signal)
    await ownTurn()
    if (signal.aborted) return { type: 'aborted' }
    const prepared = sandbox.prepare(command)
    if (!prepared.ok) return { type: 'refused', reason: prepared.error }
    const launch = prepared.value
    const spawned = await spawn(launch)
    if (!spawned.ok) {
      guard('cleaning up a sandbox', launch.release)()
      return { type: 'notSpawned', reason: spawned.error }
    }
    const started = spawned.value
    const opened = launch.waitsAtGate ? openGate(started.child, started.exit, signal) : null
    const released = releaseAfter(started.exit, opened, launch)
    if (opened === null) return { type: 'entered', started, released }
    const gate = await within(opened, SET_UP_MS, signal)
    if (gate.type !== 'done' || gate.value.type === 'open')
      return { type: 'entered', started, released }
    const complaint = await gate.value.complaint
    await discard(started)
    if (setUps < SET_UPS) continue
    sandbox.failed?.()
    return { type: 'notSetUp', complaint }
  }
}

/** For a command without a supervisor. */
export function unsupervised(
  run: Omit<SpawnRequest, 'launch'>,
): Pick<Entering<SpawnedRun, string>, 'spawn' | 'discard'> {
  return {
    async spawn(launch) {
      const spawned = await spawnCommand({ ...run, launch })
      return spawned.type === 'started' ? ok(spawned) : failed(spawned.reason)
    },
    discard: ({ exit }) => exit,
  }
}

/** Waits until everything that ran there is dead: otherwise it could restore what is removed, unnoticed. */
async function releaseAfter(
  exit: Promise<unknown>,
  opened: Promise<AtGate> | null,
  { release }: SandboxLaunch,
): Promise<void> {
  await exit
  const gate = await opened
  if (gate?.type === 'open' && gate.first !== null) await sandboxIsEmpty(gate.first)
  guard('cleaning up a sandbox', release)()
}
