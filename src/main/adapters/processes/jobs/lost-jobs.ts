import type { BackgroundJob } from '../../../../shared/conversation/background-job.ts'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { RunRecord, RunRecords } from '../tree/run-record.ts'

/** How many are shown, of all conversations: what crashes leave does not pile up. */
const MAX_LOST = 100

type Job = NonNullable<RunRecord['job']>

interface Lost {
  readonly job: Job
  readonly record: RunRecord
  /** True once none of its processes is left. */
  isOver: boolean
}

/** Jobs of hosts that were killed: shown until a person removes them, at later starts too. */
export class LostJobs {
  readonly #records: Pick<RunRecords, 'markOver' | 'remove'>
  readonly #jobs = new Map<WorkId, Lost>()

  constructor(records: Pick<RunRecords, 'markOver' | 'remove'>) {
    this.#records = records
  }

  /** Adds the jobs among the runs that killed hosts have left. */
  add(records: readonly RunRecord[]): void {
    for (const record of records.toSorted((one, other) => one.since - other.since)) {
      const { isOver = false, job, workId } = record
      if (job !== undefined) this.#jobs.set(workId, { job, record, isOver })
    }
    for (const { record } of [...this.#jobs.values()].slice(0, -MAX_LOST))
      this.remove(record.workId)
  }

  /** Called when none of a run's processes is left. Its record stays on disk while it is shown. */
  over(workId: WorkId): void {
    const lost = this.#jobs.get(workId)
    if (lost === undefined) return this.#records.remove(workId)
    if (lost.isOver) return
    lost.isOver = true
    this.#records.markOver(lost.record)
  }

  of(conversationId: ConversationId): readonly BackgroundJob[] {
    return [...this.#jobs.values()]
      .filter(({ record }) => record.conversationId === conversationId)
      .map(shown)
      .toSorted((one, other) => one.number - other.number)
  }

  /** Returns the conversation that had it; null if there is no such job. */
  remove(workId: WorkId): ConversationId | null {
    const lost = this.#jobs.get(workId)
    if (lost === undefined) return null
    this.#jobs.delete(workId)
    if (lost.isOver) this.#records.remove(workId)
    return lost.record.conversationId
  }

  forget(conversationId: ConversationId): void {
    for (const { workId } of this.of(conversationId)) this.remove(workId)
  }
}

function shown({ job, record: { command, since, workId } }: Lost): BackgroundJob {
  return { ...job, workId, command, since, phase: { type: 'lost' }, lastLines: '' }
}
