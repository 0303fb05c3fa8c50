import { KnownFolders } from '../../src/main/runtime/fakes/known-folders.ts'
import type { Choices } from '../choices.ts'
import type { Faults } from '../faults/faults.ts'
import type { Schedule } from '../schedule.ts'

interface FolderWorld {
  readonly choices: Choices
  readonly faults: Faults
  readonly schedule: Schedule
}

/** Folders that disappear for a while. */
export class SimulatedFolders extends KnownFolders {
  readonly #world: FolderWorld

  constructor(world: FolderWorld) {
    super()
    this.#world = world
  }

  lose(folder: string): void {
    const { choices, faults, schedule } = this.#world
    if (faults.isHealed) return
    this.missing.add(folder)
    schedule.after(choices.delay(8), 'world', 'a folder is back', () => {
      this.missing.delete(folder)
    })
  }
}
