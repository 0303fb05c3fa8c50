import { SvelteMap } from 'svelte/reactivity'
import type { AppCommand } from './app-commands.ts'

/** How the current screen carries out a command. */
export interface Offer {
  readonly run: () => void
  /** Why it is not possible now, for people; null: it is. */
  readonly whyNot: string | null
}

const NOT_HERE = 'This is not available here.'

/** What each command does now: components offer the commands that they carry out for as long as they exist. */
export class OfferedCommands {
  private readonly offers = new SvelteMap<AppCommand, Offer>()

  /** Returns a function that withdraws it; a newer offer of the same command stays. */
  offer(command: AppCommand, run: () => void, whyNot: string | null = null): () => void {
    const offer = { run, whyNot }
    this.offers.set(command, offer)
    return () => {
      if (this.offers.get(command) === offer) this.offers.delete(command)
    }
  }

  /** Why it is not possible now; null: it is. */
  whyNot(command: AppCommand): string | null {
    const offer = this.offers.get(command)
    return offer === undefined ? NOT_HERE : offer.whyNot
  }

  /** Runs it, or returns why not. */
  run(command: AppCommand): string | null {
    const whyNot = this.whyNot(command)
    if (whyNot === null) this.offers.get(command)?.run()
    return whyNot
  }
}
