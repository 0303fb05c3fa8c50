import type { BackgroundJob } from '../../../../shared/conversation/background-job.ts'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { RunRecord } from '../tree/run-record.ts'

/** Jobs of a host that was killed: shown until a person removes them. */
export class LostJobs {
  readonly #jobs = new Map<ConversationId, readonly BackgroundJob[]>()

  /** Adds the run if it is a job. */
  add({ command, conversationId, job, since, workId }: RunRecord): void {
    if (job === undefined) return
    const lost = { ...job, workId, command, since, phase: { type: 'lost' }, lastLines: '' } as const
    const all = [...this.of(conversationId), lost]
    this.#jobs.set(
      conversationId,
      all.toSorted((one, other) => one.number - other.number),
    )
  }

  of(conversationId: ConversationId): readonly BackgroundJob[] {
    return this.#jobs.get(conversationId) ?? []
  }

  /** 0 if it has none. */
  lastNumberOf(conversationId: ConversationId): number {
    return this.of(conversationId).at(-1)?.number ?? 0
  }

  /** Returns the conversation that had it; null if there is no such job. */
  remove(workId: WorkId): ConversationId | null {
    for (const [id, jobs] of this.#jobs) {
      const rest = jobs.filter((job) => job.workId !== workId)
      if (rest.length === jobs.length) continue
      this.#jobs.set(id, rest)
      return id
    }
    return null
  }

  forget(conversationId: ConversationId): void {
    this.#jobs.delete(conversationId)
  }
}
