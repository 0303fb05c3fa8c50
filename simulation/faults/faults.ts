import { assertNever } from '../../src/shared/assert-never.ts'
import type { Choices } from '../choices.ts'
import { HOST_FAULTS } from './host-faults.ts'
import { MODEL_FAULTS } from './model-faults.ts'
import { PORT_FAULTS } from './port-fault-table.ts'
import { type FailingWrite, isFailingWrite, STORE_FAULTS } from './store-faults.ts'
import { TOOL_FAULTS } from './tool-faults.ts'

/** All faults, grouped by what causes them. A new fault is one entry in one of these tables. */
const GROUPS = {
  model: Object.keys(MODEL_FAULTS),
  tool: Object.keys(TOOL_FAULTS),
  store: Object.keys(STORE_FAULTS),
  host: Object.keys(HOST_FAULTS),
  port: Object.keys(PORT_FAULTS),
}
export type FaultGroup = keyof typeof GROUPS

const FAILING_WRITES = GROUPS.store.filter(isFailingWrite)

/** `failing` of a run: this much for each write before the one that fails, plus the number of its statement (from 0). */
export const STATEMENTS = 32

/** A write that fails at its n-th statement (from 0), if it has that many. */
interface FailedWrite {
  readonly fault: FailingWrite
  readonly statement: number
}

interface Swarm {
  readonly rate: number
  readonly names: readonly string[]
}

/** Each profile applies to a tenth of the runs; `stubborn`: the same fault strikes nearly every time. */
const PROFILES = ['calm', 'extreme', 'stubborn', 'stubborn'] as const
type Profile = (typeof PROFILES)[number] | 'random'

const CALM: Swarm = { rate: 0, names: [] }
/** Scales fault rates. A step makes two writes, so disks fail less often than models. */
const SHARE: Readonly<Record<FaultGroup, number>> = {
  model: 0.95,
  tool: 0.95,
  store: 0.25,
  host: 0.5,
  port: 0.1,
}

/** Work that ends long after it was stopped or exactly at its deadline, and faults that help to reach all states. */
const LATE: Readonly<Record<FaultGroup, Swarm>> = {
  model: {
    rate: 0.5,
    names: [
      'startsLongAfterAbort',
      'startsLongAfterAbort',
      'goesOnLongAfterAbort',
      'failsLongAfterAbort',
      'answersWithItsTimer',
      'contextFullEnd',
      'contextFull',
      'emptySummary',
      'asksOutside',
      'spawnsForAMinute',
      'spawnsForAMinute',
      'pause',
      'server',
    ],
  },
  tool: {
    rate: 0.6,
    names: ['unkillable', 'endsVeryLongAfterAbort', 'endsLongAfterAbort', 'endsWithItsTimer'],
  },
  store: { rate: 0.01, names: GROUPS.store },
  host: { rate: 0.08, names: ['quit'] },
  port: { rate: 0.005, names: GROUPS.port },
}

/** The faults of one run: a random subset with random rates; none in a tenth of the runs, all in another. */
export class Faults {
  readonly #choices: Choices
  readonly #without: readonly string[]
  readonly #swarms: Readonly<Record<FaultGroup, Swarm>>
  readonly #failing: number | null
  /** Writes before the last messages, which must be answered. */
  writes = 0
  /** True once faults have stopped. */
  isHealed = false
  /** True once the last messages are sent: no write fails any more. */
  isOver = false
  /** True once the write that this run tests has failed. */
  hasStruck = false

  /**
   * `failing`: the statement that fails, also after faults have stopped (`STATEMENTS`); null: none. `without`: faults that
   * never happen.
   */
  constructor(
    choices: Choices,
    { failing, isLate }: { readonly failing: number | null; readonly isLate: boolean },
    without: readonly string[] = [],
  ) {
    this.#choices = choices
    this.#failing = failing
    this.#without = without
    const profile = choices.int(10)
    const swarm = (group: FaultGroup): Swarm =>
      isLate ? LATE[group] : this.#draw(group, PROFILES[profile] ?? 'random')
    this.#swarms = {
      model: swarm('model'),
      tool: swarm('tool'),
      store: swarm('store'),
      host: swarm('host'),
      port: swarm('port'),
    }
  }

  /** Returns the fault that happens now, if any. */
  strike(group: FaultGroup): string | null {
    const { rate, names } = this.#swarms[group]
    if (this.isHealed || names.length === 0 || !this.#choices.chance(rate)) return null
    return names[this.#choices.int(names.length)] ?? null
  }

  /** Counts a write, and returns how it fails if it is the one that this run tests. */
  countWrite(): FailedWrite | null {
    if (this.isOver) return null
    const write = this.writes++
    if (this.#failing === null || Math.floor(this.#failing / STATEMENTS) !== write) return null
    const statement = this.#failing % STATEMENTS
    // Cycles through the ways in which a write can fail.
    const fault = FAILING_WRITES[(write + statement) % FAILING_WRITES.length]
    return fault === undefined ? null : { fault, statement }
  }

  /** For people who read a replay. */
  describe(): string {
    return Object.entries(this.#swarms)
      .filter(([, { names }]) => names.length > 0)
      .map(([group, { rate, names }]) => `${group} ${rate.toFixed(2)}: ${names.join(' ')}`)
      .join('\n')
  }

  #draw(group: FaultGroup, profile: Profile): Swarm {
    const names = GROUPS[group].filter((name) => !this.#without.includes(name))
    switch (profile) {
      case 'calm':
        return CALM
      case 'extreme':
        return { rate: 0.7 * SHARE[group], names }
      case 'stubborn':
        return { rate: SHARE[group], names: [names[this.#choices.int(names.length)] ?? ''] }
      case 'random': {
        const rate = this.#choices.pick(0.1, 0.05, 0.3, 0.5) * SHARE[group]
        return { rate, names: names.filter(() => this.#choices.chance(0.5)) }
      }
      default:
        return assertNever(profile)
    }
  }
}
