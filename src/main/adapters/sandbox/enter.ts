import type { ChildProcess } from 'node:child_process'
import type { Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'
import { within } from '../processes/within.ts'
import { ownTurn } from '../system/own-turn.ts'
import { openGate } from './gate.ts'
import type { ConfinedCommand, Enclosure, Sandbox } from './sandbox.ts'

/** How often a sandbox is set up for one command: what it had to hide may be gone between the look and the mount. */
const SET_UPS = 4
/** How long a set-up may take (ms); what then becomes of it is for the command's own limit. */
const SET_UP_MS = 10_000

export interface Entering<Started, Refusal> {
  /** How long a look at what is to be hidden may take (ms); then the last one holds. */
  readonly lookMs: number
  readonly signal: AbortSignal
  /** Starts the enclosed program, or says why not. */
  readonly spawn: (enclosure: Enclosure) => Result<Started, Refusal>
  /** What was started has ended without the command. */
  readonly discard: (started: Started) => Promise<unknown>
}

export type Entered<Started, Refusal> =
  | { readonly type: 'entered'; readonly started: Started }
  /** Nothing may start any more. */
  | { readonly type: 'aborted' }
  /** A sentence of the sandbox. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'notSpawned'; readonly reason: Refusal }
  /** What the sandbox said last, or nothing. */
  | { readonly type: 'notSetUp'; readonly said: string }

/**
 * The one way into a sandbox: look, enclose, start, and wait until the command stands at its gate. Again where it does not
 * get there: nothing of it has run. What is aborted at the gate has entered, and is the caller's to end.
 */
export async function enter<Started extends { readonly child: ChildProcess }, Refusal>(
  sandbox: Sandbox,
  command: ConfinedCommand,
  { discard, lookMs, signal, spawn }: Entering<Started, Refusal>,
): Promise<Entered<Started, Refusal>> {
  for (let setUps = 1; ; setUps++) {
    await within(sandbox.look(), lookMs, signal)
    await ownTurn()
    if (signal.aborted) return { type: 'aborted' }
    const enclosed = sandbox.enclose(command)
    if (!enclosed.ok) return { type: 'refused', reason: enclosed.error }
    const enclosure = enclosed.value
    const spawned = spawn(enclosure)
    if (!spawned.ok) {
      enclosure.release()
      return { type: 'notSpawned', reason: spawned.error }
    }
    const started = spawned.value
    started.child.once('exit', guard('what a sandbox leaves behind', enclosure.release))
    if (!enclosure.waitsAtGate) return { type: 'entered', started }
    const gate = await within(openGate(started.child, signal), SET_UP_MS, signal)
    if (gate.type !== 'done' || gate.value.type === 'open') return { type: 'entered', started }
    const said = await gate.value.said
    await discard(started)
    if (setUps === SET_UPS) return { type: 'notSetUp', said }
  }
}
