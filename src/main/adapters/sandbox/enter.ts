import { failed, ok, type Result } from '../../../shared/result.ts'
import { reportFault } from '../../runtime/guard.ts'
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
/** How long the preparation may take (ms): it reads the whole index of a repository. */
const LONGEST_MS = 60_000
const NO_ANSWER = 'The sandbox could not look at the repository: a disk does not respond.'

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
    const preparing = sandbox.prepare(command)
    const prepared = await within(preparing, LONGEST_MS, signal)
    if (prepared.type !== 'done') {
      void release(preparing)
      return prepared.type === 'aborted' ? prepared : { type: 'refused', reason: NO_ANSWER }
    }
    if (!prepared.value.ok) return { type: 'refused', reason: prepared.value.error }
    const launch = prepared.value.value
    const spawned = await spawn(launch)
    if (!spawned.ok) {
      await release(preparing)
      return { type: 'notSpawned', reason: spawned.error }
    }
    const started = spawned.value
    const opened = launch.waitsAtGate ? openGate(started.child, started.exit, signal) : null
    const released = releaseAfter(started.exit, opened, preparing)
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
  preparing: ReturnType<Sandbox['prepare']>,
): Promise<void> {
  await exit
  const gate = await opened
  if (gate?.type === 'open' && gate.first !== null) await sandboxIsEmpty(gate.first)
  await release(preparing)
}

/** Removes a launch's protection once it is prepared. Never rejects. */
async function release(preparing: ReturnType<Sandbox['prepare']>): Promise<void> {
  try {
    const prepared = await preparing
    if (prepared.ok) await prepared.value.release()
  } catch (error) {
    reportFault({ where: 'cleaning up a sandbox', error, conversationId: null })
  }
}
