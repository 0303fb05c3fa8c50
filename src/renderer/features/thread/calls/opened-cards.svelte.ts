import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { CallId } from '../../../../shared/ids.ts'
import type { Part } from '../../../../client/items/thread-items.ts'

/** What a reader has opened and closed among the calls of a conversation. It stays that way while the page lives. */
export class OpenedCards {
  private readonly choices = new SvelteMap<CallId, boolean>()
  /** Calls whose cards a reader has opened or closed outside of a line: they are never folded into one. */
  readonly touched = new SvelteSet<CallId>()
  /** Calls in lines that a reader has opened. */
  private readonly unfolded = new SvelteSet<CallId>()

  /** Null: the reader has neither opened nor closed the card. */
  choiceOf(callId: CallId): boolean | null {
    return this.choices.get(callId) ?? null
  }

  choose(callId: CallId, isOpen: boolean): void {
    this.choices.set(callId, isOpen)
  }

  /** True if the reader has opened this line, or one that is now part of it. */
  isUnfolded(parts: readonly Part[]): boolean {
    return callsOf(parts).some((callId) => this.unfolded.has(callId))
  }

  unfold(parts: readonly Part[], isOpen: boolean): void {
    for (const callId of callsOf(parts))
      if (isOpen) this.unfolded.add(callId)
      else this.unfolded.delete(callId)
  }
}

function callsOf(parts: readonly Part[]): readonly CallId[] {
  return parts.flatMap((part) => (part.type === 'call' ? [part.call.callId] : []))
}
