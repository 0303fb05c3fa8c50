import {
  type FaultyPort,
  type PortFault,
  PORT_FAULTS,
  type PortFaultName,
} from './port-fault-table.ts'
import type { Timers } from '../../src/main/runtime/ports/ports.ts'
import type { Faults } from './faults.ts'
import type { Mark } from '../marks/marks.ts'

/** Thrown by a port as a bug would throw. */
export class PlantedFault extends Error {
  readonly port: FaultyPort

  constructor(port: FaultyPort) {
    super(`a bug of the ${port}`)
    this.port = port
  }
}

/** A commit that threw may or may not have been saved, and a log can be written to in the middle of a step. */
const MAY_END_A_STEP: readonly FaultyPort[] = ['store', 'log']

/** Returns the port in which a planted fault broke a step; null if such a fault may break one, or none was planted. */
export function brokenBy(error: unknown): FaultyPort | null {
  return error instanceof PlantedFault && !MAY_END_A_STEP.includes(error.port) ? error.port : null
}

/** The app must notice within this many awake ms: five checks of its watch for a timer, and five for its turn. */
const NOTICE_MS = 15_000
const CHECKS = 14

/** The parts of the world that these faults use. */
interface PortFaultContext {
  readonly faults: Faults
  sometimes(mark: Mark): void
  note(line: string): void
}

/** The planted bugs in the app's own ports during one run. */
export class PortFaults {
  readonly #world: PortFaultContext
  /** True once any of them has struck. */
  hasStruck = false
  /** Timers that are alive although nobody requested them. */
  strayTimers = 0

  constructor(world: PortFaultContext) {
    this.#world = world
  }

  /** Returns the misbehaviour of this port now; null: none. */
  strike(port: FaultyPort): PortFault['behaviour'] | null {
    const name = this.#world.faults.strike('port')
    if (name === null || !isPortFault(name) || PORT_FAULTS[name].port !== port) return null
    this.hasStruck = true
    this.#world.note(`a port has a bug: ${name}`)
    this.#world.sometimes(`a port had a bug: ${name}`)
    return PORT_FAULTS[name].behaviour
  }

  /** Strikes in a port that can only throw. */
  passThrough(port: 'client' | 'log'): void {
    if (this.strike(port) !== null) throw new PlantedFault(port)
  }

  /** Wraps a commit. */
  commit<Value>(run: () => Value): Value {
    const does = this.strike('store')
    if (does === 'throws') throw new PlantedFault('store')
    const value = run()
    if (does === 'throwsLate') throw new PlantedFault('store')
    return value
  }

  /** Returns the extra time for deadlines in a run in which one of them struck. `pulseLagMs`: delay of each check. */
  graceMs(pulseLagMs: number): number {
    return this.hasStruck ? NOTICE_MS + CHECKS * pulseLagMs : 0
  }

  timers(timers: Timers): Timers {
    return {
      awake: () => timers.awake(),
      start: (ms, fire) => {
        const does = this.strike('timer')
        if (does === 'throws') throw new PlantedFault('timer')
        if (does === 'vanishes') return () => {}
        if (does !== 'comesTwice') return timers.start(ms, fire)
        const takeBack = timers.start(ms, fire)
        const cancelStray = this.#strayed(ms + 1, fire, timers)
        return () => {
          takeBack()
          cancelStray()
        }
      },
      soon: (run) => {
        const does = this.strike('turn')
        if (does === 'throws') throw new PlantedFault('turn')
        if (does !== 'vanishes') timers.soon(run)
      },
    }
  }

  #strayed(ms: number, fire: () => void, timers: Timers): () => void {
    let isLive = true
    this.strayTimers += 1
    const end = (): void => {
      if (isLive) this.strayTimers -= 1
      isLive = false
    }
    const takeBack = timers.start(ms, () => {
      end()
      fire()
    })
    return () => {
      end()
      takeBack()
    }
  }
}

function isPortFault(name: string): name is PortFaultName {
  return Object.hasOwn(PORT_FAULTS, name)
}
