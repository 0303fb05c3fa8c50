import { type JobEnd, MAX_JOB_ENDS } from '../../../../shared/conversation/background-job.ts'
import type { CallId, ConversationId } from '../../../../shared/ids.ts'

type Listener = (conversationId: ConversationId, end: JobEnd) => void

/** The ends of background jobs. Kept while Phoenix runs, even for jobs that nobody asks about any more. */
export class JobEnds {
  /** When the job of a call ended; null while it is running. */
  readonly #times = new Map<CallId, number | null>()
  readonly #ends = new Map<ConversationId, readonly JobEnd[]>()
  readonly #listeners: Listener[] = []

  onEnded(listener: Listener): void {
    this.#listeners.push(listener)
  }

  began(callId: CallId): void {
    this.#times.set(callId, null)
  }

  ended(conversationId: ConversationId, end: JobEnd): void {
    this.#times.set(end.callId, end.phase.at)
    this.#ends.set(conversationId, [...this.of(conversationId), end].slice(-MAX_JOB_ENDS))
    for (const listener of this.#listeners) listener(conversationId, end)
  }

  /** Oldest first. */
  of(conversationId: ConversationId): readonly JobEnd[] {
    return this.#ends.get(conversationId) ?? []
  }

  /** Null while it is running. Undefined if this run of Phoenix did not start it. */
  timeOf(callId: CallId): number | null | undefined {
    return this.#times.get(callId)
  }
}
