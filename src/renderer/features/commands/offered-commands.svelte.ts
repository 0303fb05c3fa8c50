import { SvelteMap } from 'svelte/reactivity'
import type { AppCommand } from './app-commands.ts'

/** How a command is carried out by what is on the screen. */
export interface Offer {
  readonly run: () => void
  /** Why it cannot be done now, for people; null: it can. */
  readonly whyNot: string | null
}

const NOT_HERE = 'This is not available here.'

/** What each command does now: components offer those that they carry out for as long as they are there. */
export class OfferedCommands {
  private readonly offers = new SvelteMap<AppCommand, Offer>()

  /** Answers what withdraws it; a newer offer of the same command stays. */
  offer(command: AppCommand, run: () => void, whyNot: string | null = null): () => void {
    const offer = { run, whyNot }
    this.offers.set(command, offer)
    return () => {
      if (this.offers.get(command) === offer) this.offers.delete(command)
    }
  }

  /** Why it cannot be done now; null: it can. */
  whyNot(command: AppCommand): string | null {
    const offer = this.offers.get(command)
    return offer === undefined ? NOT_HERE : offer.whyNot
  }

  /** Does it, or answers why not. */
  run(command: AppCommand): string | null {
    const whyNot = this.whyNot(command)
    if (whyNot === null) this.offers.get(command)?.run()
    return whyNot
  }
}
