import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { PastView } from '../../../shared/protocol/inspector-commands.ts'
import type { Client } from '../../../client/client.ts'

interface Place {
  readonly of: ConversationId
  readonly seq: number
}

/** The inspector of the current conversation: open or not, and the selected place of its log. */
export class Inspecting {
  isOpen = $state(false)
  problem = $state.raw<AppError | null>(null)
  /** The last selected place; null: now. */
  #at = $state.raw<Place | null>(null)
  #shown = $state.raw<{ readonly of: ConversationId; readonly past: PastView } | null>(null)
  #isAsking = false
  readonly #client: Pick<Client, 'request'>

  constructor(client: Pick<Client, 'request'>) {
    this.#client = client
  }

  toggle(): void {
    this.isOpen = !this.isOpen
    if (!this.isOpen) this.showNow()
  }

  showNow(): void {
    this.#at = null
    this.#shown = null
    this.problem = null
  }

  /** The selected place in the log of this conversation; null: now. */
  seqOf(conversationId: ConversationId): number | null {
    return this.#at?.of === conversationId ? this.#at.seq : null
  }

  /** The conversation at the selected place; null: it is shown in its current state. */
  pastOf(conversationId: ConversationId): PastView | null {
    return this.#shown?.of === conversationId ? this.#shown.past : null
  }

  /** True while what is shown belongs to another place than the selected one, or to now. */
  isBehind(conversationId: ConversationId): boolean {
    const seq = this.seqOf(conversationId)
    return seq !== null && seq !== this.pastOf(conversationId)?.seq
  }

  /** Shows the place that the lost connection left unread. */
  reconnected(): void {
    if (this.#at !== null && this.problem !== null) void this.show(this.#at.of, this.#at.seq)
  }

  /** One request at a time: of the places that a person passes meanwhile, only the last one is requested. */
  async show(conversationId: ConversationId, seq: number): Promise<void> {
    this.#at = { of: conversationId, seq }
    if (this.#isAsking) return
    this.#isAsking = true
    let requested: Place | null = null
    while (this.#at !== null && !isSame(this.#at, requested)) {
      requested = this.#at
      const { of, seq: requestedSeq } = requested
      const input = { conversationId: of, seq: requestedSeq }
      const answer = await this.#client.request('log.past', input)
      // The person has gone back to now, or to another conversation.
      if (this.seqOf(of) === null) continue
      this.problem = answer.ok ? null : answer.error
      if (answer.ok) this.#shown = { of, past: answer.value }
    }
    this.#isAsking = false
  }
}

function isSame(one: Place, other: Place | null): boolean {
  return one.of === other?.of && one.seq === other.seq
}
