import type { ConversationId } from '../../src/shared/ids.ts'
import type { Choices } from '../choices.ts'
import type { Faults } from './faults.ts'
import type { Lot } from './lots.ts'
import type { Mark } from '../marks/marks.ts'
import type { PortFaults } from './port-faults.ts'
import type { Schedule } from '../schedule.ts'

/** What every part of a simulated world lives in. */
export interface SimulationContext {
  readonly choices: Choices
  readonly schedule: Schedule
  readonly faults: Faults
  readonly ports: PortFaults
  /** What decides how work of this conversation goes. */
  lotOf(id: ConversationId): Lot
  lotIn(folder: string): Lot
  /** This kind of thing was met. */
  sometimes(mark: Mark): void
  /** A promise was broken: the run ends with the first such line. */
  fail(promise: string, facts: string): void
  /** One line of what happened, for the hash of the run and for people. */
  note(line: string): void
}
