import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { addSpend, NO_SPEND, type Spend } from '../../../shared/models/price.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import { Spans } from './spans.ts'
import { Tally } from './tally.ts'

/** Maximum number of messages read in one step: all of a long conversation take up to a second. */
const AT_ONCE = 50

export type FamilyStore = Pick<HistoryStore, 'lastSeqs' | 'messages'>

/**
 * What a conversation and its sub-agents have used. A stored message never changes, so each is read once, however often
 * a step asks.
 */
export class FamilyUse {
  readonly own: Tally
  readonly #id: ConversationId
  readonly #store: FamilyStore
  readonly #agents = new Map<ConversationId, Tally>()
  /** When sub-agents worked. */
  readonly #worked = new Spans()
  /** The last place that was read of each conversation. */
  readonly #through = new Map<ConversationId, number>()

  constructor(id: ConversationId, store: FamilyStore) {
    this.#id = id
    this.own = new Tally(id, this.#worked)
    this.#store = store
  }

  get ofAgents(): Spend {
    return spendOf([...this.#agents.values()])
  }

  /** The same of those that started before the turn that answered last. */
  get agentsBefore(): Spend {
    const { turnAt } = this.own
    const all = [...this.#agents.values()]
    return spendOf(
      all.filter(({ firstAt }) => turnAt !== null && firstAt !== null && firstAt < turnAt),
    )
  }

  /** Returns how long sub-agents have worked since its own last message, in ms. */
  get delegatedMs(): number {
    return this.#worked.within(this.own.lastAt ?? Infinity, Infinity)
  }

  /** Reads what is new. Other work, and another reading, may run at each `yield`. Throws if something cannot be read. */
  *catchUp(): Generator<void, void> {
    let left = AT_ONCE
    for (const [id, last] of this.#lastSeqs()) {
      while (this.#throughOf(id) < last) {
        left -= this.#read(id, last)
        if (left > 0) continue
        yield
        left = AT_ONCE
      }
    }
  }

  /** Reads it all now. */
  readNow(): void {
    Array.from(this.catchUp())
  }

  /** Its own is the last: what its messages about sub-agents count is known from theirs. */
  #lastSeqs(): readonly (readonly [ConversationId, number])[] {
    const isOwn = (id: ConversationId): number => Number(id === this.#id)
    return [...this.#store.lastSeqs(this.#id)].toSorted(
      ([one], [other]) => isOwn(one) - isOwn(other),
    )
  }

  #throughOf(id: ConversationId): number {
    return this.#through.get(id) ?? 0
  }

  #read(id: ConversationId, last: number): number {
    const from = this.#throughOf(id)
    const through = Math.min(last, from + AT_ONCE)
    const page = { beforeSeq: through + 1, limit: through - from }
    for (const message of this.#store.messages(id, page))
      if (message.seq > from) this.#add(id, message)
    this.#through.set(id, through)
    return page.limit
  }

  #add(id: ConversationId, message: Message): void {
    if (id === this.#id) return void this.own.add(message)
    const tally = this.#agents.get(id) ?? new Tally(id, new Spans())
    this.#agents.set(id, tally)
    this.#worked.add(message.at - tally.add(message), message.at)
  }
}

function spendOf(all: readonly Tally[]): Spend {
  return all.reduce((sum, { use }) => addSpend(sum, use.spend), NO_SPEND)
}
