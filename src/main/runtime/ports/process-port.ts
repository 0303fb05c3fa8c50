import type { BackgroundJob, JobEnd } from '../../../shared/conversation/background-job.ts'
import type { OrphanProcess } from '../../../shared/conversation/conversation.ts'
import type { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Withdrawal } from '../../core/machine/sandbox-policy.ts'

/** Processes that run outside turns: orphan processes, and background jobs. */
export interface ProcessPort {
  orphansOf(conversationId: ConversationId): readonly OrphanProcess[]
  /** The jobs that people see: one that was told to end disappears once it is gone. */
  jobsOf(conversationId: ConversationId): readonly BackgroundJob[]
  /** How the jobs ended that this run of Phoenix started, oldest first. */
  jobEndsOf(conversationId: ConversationId): readonly JobEnd[]
  /**
   * When the job of a call stopped running, ms since 1970: now, while it lives. A job of an earlier run of Phoenix
   * ended with that run, at the latest when this one began.
   */
  jobRanUntil(callId: CallId): number
  /** Ends a job, or tries again to end an orphan process. Done when it is gone, given up, or was none of ours. */
  end(workId: WorkId): Promise<void>
  /** Ordered to end in this tick. The model can still read how they ended. */
  endJobs(conversationId: ConversationId): void
  /**
   * Ordered to end in this tick: the jobs that can do what is withdrawn, including those about to begin. They stay
   * visible.
   */
  withdrawFromJobs(conversationId: ConversationId, withdrawal: Withdrawal): void
  /** For a conversation that has ended: all are ordered to end, and nothing is kept of them. */
  forgetJobs(conversationId: ConversationId): void
  onOrphansChanged(listener: (conversationId: ConversationId) => void): void
  onJobsChanged(listener: (conversationId: ConversationId) => void): void
  onJobEnded(listener: (conversationId: ConversationId, end: JobEnd) => void): void
}
