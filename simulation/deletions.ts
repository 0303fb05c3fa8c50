import type { ConversationId } from '../src/shared/ids.ts'
import type { PermissionMode } from '../src/shared/conversation/turn.ts'
import type { App } from './app.ts'
import type { Oracles } from './oracles/oracles.ts'
import type { SimulatedModel } from './ports/simulated-model.ts'
import type { SimulatedTools } from './ports/simulated-tools.ts'
import type { SimulationContext } from './faults/simulation-context.ts'

/** The parts of the world that a deletion changes. */
interface DeletionWorld extends SimulationContext {
  readonly app: App
  readonly ids: ConversationId[]
  readonly modes: Map<ConversationId, PermissionMode>
  readonly model: SimulatedModel
  readonly oracles: Oracles
  readonly tools: SimulatedTools
  readonly windows: { open(): void }
}

/** The deleted conversations of a run: they must have no further effect, and another conversation replaces each. */
export class Deletions {
  readonly #world: DeletionWorld
  /** Conversations whose rows were removed. */
  readonly #gone = new Set<ConversationId>()
  #count = 0

  constructor(world: DeletionWorld) {
    this.#world = world
  }

  /** True while the deletion can still be undone. */
  isHidden(id: ConversationId): boolean {
    return !this.#gone.has(id) && this.#world.app.registry.deletions.isDeleted(id)
  }

  /** Called after the rows of these conversations were removed from the disk. */
  removed(ids: readonly ConversationId[]): void {
    const { choices, ids: own, modes, oracles, schedule, windows } = this.#world
    for (const id of ids) {
      this.#gone.add(id)
      const mode = modes.get(id)
      if (mode === undefined) continue
      const next = `d${++this.#count}` as ConversationId
      own.splice(own.indexOf(id), 1, next)
      modes.delete(id)
      modes.set(next, mode)
    }
    oracles.forget(ids)
    if (oracles.phase === 'quitting')
      this.#world.sometimes('the app was quit before a deletion was carried out')
    schedule.after(choices.delay(5), 'world', 'another conversation is begun', () => windows.open())
  }

  failed(): void {
    this.#world.sometimes('a deletion could not be saved')
  }

  /** Called before the app dies. */
  dies(): void {
    if (this.#world.ids.some((id) => this.isHidden(id)))
      this.#world.sometimes('the app died before a deletion was carried out')
  }

  /** I35, after every entry of the schedule: nothing of a deleted conversation is alive. */
  check(): void {
    const { model, oracles, tools } = this.#world
    for (const { conversationId, call } of model.open())
      if (this.#gone.has(conversationId) && !call.signal.aborted)
        oracles.complain('I35 no effect of a deleted conversation lives', conversationId)
    for (const { run } of tools.open())
      if (this.#gone.has(run.conversationId) && !run.signal.aborted)
        oracles.complain('I35 no effect of a deleted conversation lives', run.conversationId)
  }

  /** I35, before every write. */
  checkWritten(id: ConversationId): void {
    if (this.#gone.has(id))
      this.#world.oracles.complain('I35 nothing is written to a deleted conversation', id)
  }
}
