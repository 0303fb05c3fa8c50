import { SvelteMap } from 'svelte/reactivity'
import type { AppCommand } from './app-commands.ts'

/** The current screen's implementation of a command. */
export interface Offer {
  readonly run: () => void
  /** The reason why it is not possible now, for people; null: it is possible. */
  readonly whyNot: string | null
}

const NOT_HERE = 'This is not available here.'

/**
 * The current implementation of each command: components offer the commands that they carry out for as long as they
 * exist.
 */
export class OfferedCommands {
  readonly #offers = new SvelteMap<AppCommand, Offer>()

  /** Returns a function that withdraws it; a newer offer of the same command stays. */
  offer(command: AppCommand, run: () => void, whyNot: string | null = null): () => void {
    const offer = { run, whyNot }
    this.#offers.set(command, offer)
    return () => {
      if (this.#offers.get(command) === offer) this.#offers.delete(command)
    }
  }

  /** The reason why it is not possible now; null: it is possible. */
  whyNot(command: AppCommand): string | null {
    const offer = this.#offers.get(command)
    return offer === undefined ? NOT_HERE : offer.whyNot
  }

  /** Runs it, or returns the reason why it cannot run. */
  run(command: AppCommand): string | null {
    const whyNot = this.whyNot(command)
    if (whyNot === null) this.#offers.get(command)?.run()
    return whyNot
  }
}
