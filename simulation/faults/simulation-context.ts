import type { ConversationId } from '../../src/shared/ids.ts'
import type { Choices } from '../choices.ts'
import type { Faults } from './faults.ts'
import type { Randomness } from './randomness.ts'
import type { Mark } from '../marks/marks.ts'
import type { PortFaults } from './port-faults.ts'
import type { Schedule } from '../schedule.ts'

/** The parts that everything in a simulated world uses. */
export interface SimulationContext {
  readonly choices: Choices
  readonly schedule: Schedule
  readonly faults: Faults
  readonly ports: PortFaults
  /** Returns the randomness that decides how this conversation's work goes. */
  randomnessOf(id: ConversationId): Randomness
  randomnessIn(folder: string): Randomness
  /** Records that this situation occurred. */
  sometimes(mark: Mark): void
  /** Records a broken promise: the run ends with the first one. */
  fail(promise: string, facts: string): void
  /** Adds a line to the trace, which is hashed and shown to people. */
  note(line: string): void
}
