import { createContext, untrack } from 'svelte'
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { CallId } from '../../../../shared/ids.ts'
import type { Part } from '../../../../client/items/thread-items.ts'

/** What a reader has opened and closed in a conversation. It stays that way while the page lives. */
export class OpenedCards {
  /** By what the card shows: the id of a call or a message, and which part of it. */
  readonly #choices = new SvelteMap<string, boolean>()
  /** Calls whose cards a reader has opened or closed outside of a line: they are never folded into one. */
  readonly touched = new SvelteSet<CallId>()
  /** Calls in lines that a reader has opened. */
  readonly #unfolded = new SvelteSet<CallId>()

  /** The keys of replies that were written in view, by the ids of their messages. */
  readonly #streamed = new Map<string, string>()

  /** Null: the reader has neither opened nor closed the card. */
  choiceOf(key: string): boolean | null {
    return this.#choices.get(key) ?? null
  }

  choose(key: string, isOpen: boolean): void {
    this.#choices.set(key, isOpen)
  }

  rememberStreamed(streamedAs: ReadonlyMap<string, string>): void {
    for (const [messageId, key] of streamedAs) this.#streamed.set(messageId, key)
  }

  /** The key of a reply, which stays the same when the conversation is opened again. */
  keyOfReply(key: string): string {
    return this.#streamed.get(key) ?? key
  }

  /** One card, for `bind:open`. */
  card(key: string, isOpenAtFirst = false): OpenedCard {
    return new OpenedCard(this, key, isOpenAtFirst)
  }

  /** True if the reader has opened this line, or one that is now part of it. */
  isUnfolded(parts: readonly Part[]): boolean {
    return callsOf(parts).some((callId) => this.#unfolded.has(callId))
  }

  unfold(parts: readonly Part[], isOpen: boolean): void {
    for (const callId of callsOf(parts))
      if (isOpen) this.#unfolded.add(callId)
      else this.#unfolded.delete(callId)
  }
}

/** Open or closed as the reader chose, and until then as it began: what an element itself reports is not a choice. */
class OpenedCard {
  readonly #cards: OpenedCards
  readonly #key: string
  readonly #isOpenAtFirst: boolean

  constructor(cards: OpenedCards, key: string, isOpenAtFirst: boolean) {
    this.#cards = cards
    this.#key = key
    this.#isOpenAtFirst = isOpenAtFirst
  }

  get isOpen(): boolean {
    return this.#cards.choiceOf(this.#key) ?? this.#isOpenAtFirst
  }

  set isOpen(isOpen: boolean) {
    if (untrack(() => this.isOpen) !== isOpen) this.#cards.choose(this.#key, isOpen)
  }
}

/** The cards of the conversation around a component. */
export const [getCards, setCards] = createContext<() => OpenedCards>()

function callsOf(parts: readonly Part[]): readonly CallId[] {
  return parts.flatMap((part) => (part.type === 'call' ? [part.call.callId] : []))
}
