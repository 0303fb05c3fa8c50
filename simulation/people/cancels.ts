import {
  type ConversationState,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import { narrowings } from '../narrowings.ts'
import type { World } from '../world.ts'

/**
 * I15: a conversation rests within this many ms of awake time after a cancel, without those of slow disks; the second
 * limit applies with sub-agents.
 */
const CANCEL_MS = 600
const CANCEL_AGENTS_MS = 1_100
/** With a delayed loop, this many of its turns may come in between. */
const TURNS = 4

/** The cancels of a run, and the deadline of each. */
export class Cancels {
  readonly #world: World
  readonly #dueAt = new Map<ConversationId, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Records an accepted cancel. `before`: the state of the conversation at that time. */
  accepted(id: ConversationId, before: ConversationState): void {
    const { schedule } = this.#world
    const hasAgents = before.type === 'awaitingSubAgents' || before.type === 'cancelling'
    const within = TURNS * narrowings().turnMs + (hasAgents ? CANCEL_AGENTS_MS : CANCEL_MS)
    this.#dueAt.set(id, schedule.now - schedule.lag + within)
  }

  /** A person has sent something else since. */
  forget(id: ConversationId): void {
    this.#dueAt.delete(id)
  }

  /** The app that accepted them is dead. */
  forgetAll(): void {
    this.#dueAt.clear()
  }

  /** I15, after every entry of the schedule. */
  check(): void {
    const world = this.#world
    const { ports, schedule } = world
    // A bug in the app's ports may also strike after the cancel was accepted.
    const grace = ports.graceMs(narrowings().turnMs)
    for (const [id, before] of this.#dueAt) {
      const state = world.liveState(id)
      // A conversation set aside has no live work, whatever is on disk: a person recovers it.
      if (isResting(state) || world.app.registry.isSetAside(id)) this.#dueAt.delete(id)
      else if (schedule.now - schedule.lag > before + grace)
        world.fail('I15 at rest within 600 ms of a cancel, 1.1 s with sub-agents', state.type)
    }
  }
}
