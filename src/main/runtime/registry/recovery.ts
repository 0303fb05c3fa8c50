import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { SetAsideCause } from '../conversation/runtime-host.ts'
import { attempt } from '../guard.ts'
import type { Log } from '../ports/ports.ts'
import type { RecoveryStore } from '../ports/recovery-store.ts'

/**
 * Rule 7: after a start, an event closes each conversation that was not idle; nothing resumes by itself. One whose
 * recovery crashed an earlier start is set aside, and the others start (T67).
 */
export class Recovery {
  readonly #store: RecoveryStore
  readonly #log: Log
  readonly #open: (id: ConversationId) => ConversationRuntime | null
  readonly #setAsideCauses = new Map<ConversationId, SetAsideCause>()

  constructor(
    store: RecoveryStore,
    log: Log,
    open: (id: ConversationId) => ConversationRuntime | null,
  ) {
    this.#store = store
    this.#log = log
    this.#open = open
  }

  /** Recovers sub-agents before their parents, who receive their results. */
  recoverAll(): void {
    for (const id of this.#store.setAside()) this.#setAsideCauses.set(id, 'fault')
    for (const id of this.#store.unsettled())
      // If one throws, even from the log, the others still start.
      if (!this.#setAsideCauses.has(id))
        attempt('recovering a conversation', () => this.#recoverOne(id))
  }

  /**
   * Sets one aside that broke while it was live: left as it is on disk until a person tries it again, in this run or a
   * later one.
   */
  putAside(id: ConversationId): void {
    this.#setAsideCauses.set(id, 'fault')
    const marked = this.#store.beginRecovery(id)
    if (marked.ok) return
    this.#log.warn('a conversation set aside could not be marked', { conversationId: id })
  }

  /** Sets one aside that another program wrote to. Only this run's memory is out of date, so the next start opens it. */
  overtaken(id: ConversationId): void {
    this.#setAsideCauses.set(id, 'overtaken')
  }

  get setAside(): ReadonlyMap<ConversationId, SetAsideCause> {
    return this.#setAsideCauses
  }

  /** Null if it is not set aside. */
  causeOf(id: ConversationId): SetAsideCause | null {
    return this.#setAsideCauses.get(id) ?? null
  }

  /** Tries again to recover a conversation that was set aside. */
  retry(id: ConversationId): void {
    this.#setAsideCauses.delete(id)
    this.#recoverOne(id)
  }

  /** Marked on disk before it starts: if it crashes this start, the next one knows. */
  #recoverOne(id: ConversationId): void {
    this.#store.beginRecovery(id)
    try {
      this.#recover(id)
    } catch (error) {
      const facts = { conversationId: id, error: String(error) }
      this.#log.warn('a conversation could not be recovered, the others start', facts)
    }
    // The mark of one that was set aside stays.
    if (this.causeOf(id) !== 'fault') this.#store.endRecovery(id)
  }

  #recover(id: ConversationId): void {
    const facts = this.#store.recoveryFacts(id)
    this.#open(id)?.dispatch({ type: 'recovered', ...facts }, (answer) => {
      if (answer.type !== 'failed') return
      this.#log.warn('a recovery could not be saved', { conversationId: id, fault: answer.fault })
    })
  }
}
