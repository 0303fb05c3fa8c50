import type { ConversationId } from '../../../shared/ids.ts'
import { answersIn } from '../../../shared/messages/message.ts'
import { addSpend, NO_SPEND, type Spend, totalSpend } from '../../../shared/models/price.ts'
import type { HistoryStore } from '../ports/history-store.ts'
import { Tally } from './tally.ts'

/** Maximum number of messages read in one step: all of a long conversation take up to a second. */
const AT_ONCE = 50

export type FamilyStore = Pick<HistoryStore, 'lastSeqs' | 'messages' | 'messagesOf'>

/**
 * What a conversation and its sub-agents have used. A stored message never changes, so each is read once, however often
 * a step asks.
 */
export class FamilyUse {
  readonly own: Tally
  ofAgents: Spend = NO_SPEND
  /** The same before the first answer of the turn that answered last; nothing that was read after it counts. */
  agentsBefore: Spend = NO_SPEND
  readonly #id: ConversationId
  readonly #store: FamilyStore
  /** The last place that was read of each conversation. */
  readonly #through = new Map<ConversationId, number>()

  constructor(id: ConversationId, store: FamilyStore) {
    this.#id = id
    this.own = new Tally(id)
    this.#store = store
  }

  /** Reads what is new. Other work, and another reading, may run at each `yield`. Throws if something cannot be read. */
  *catchUp(): Generator<void, void> {
    let left = AT_ONCE
    for (const [id, last] of this.#store.lastSeqs(this.#id)) {
      while (this.#throughOf(id) < last) {
        left -= id === this.#id ? this.#readOwn(last) : this.#readAgent(id, last)
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

  #throughOf(id: ConversationId): number {
    return this.#through.get(id) ?? 0
  }

  #readOwn(last: number): number {
    const from = this.#throughOf(this.#id)
    const through = Math.min(last, from + AT_ONCE)
    const page = { beforeSeq: through + 1, limit: through - from }
    for (const message of this.#store.messages(this.#id, page)) {
      if (message.seq > from && this.own.add(message)) this.agentsBefore = this.ofAgents
    }
    this.#through.set(this.#id, through)
    return page.limit
  }

  #readAgent(id: ConversationId, last: number): number {
    const page = { afterSeq: this.#throughOf(id), limit: AT_ONCE }
    const answers = this.#store.messagesOf(id, ['agent', 'summary'], page)
    this.ofAgents = addSpend(this.ofAgents, totalSpend(answersIn(answers)))
    const read = answers.at(-1)?.seq ?? 0
    this.#through.set(id, answers.length < AT_ONCE ? Math.max(read, last) : read)
    return Math.max(answers.length, 1)
  }
}
