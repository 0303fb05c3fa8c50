import type { BackgroundJob, JobEnd } from '../../../shared/conversation/background-job.ts'
import type { OrphanProcess } from '../../../shared/conversation/conversation.ts'
import type { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Withdrawal } from '../../core/machine/sandbox-policy.ts'

/** Processes that run outside turns: orphan processes, and background jobs. */
export interface ProcessPort {
  orphansOf(conversationId: ConversationId): readonly OrphanProcess[]
  /** Returns the jobs that people see: one that was asked to end disappears once it is gone. */
  jobsOf(conversationId: ConversationId): readonly BackgroundJob[]
  /** Returns how the jobs of this run of Phoenix ended, oldest first. */
  jobEndsOf(conversationId: ConversationId): readonly JobEnd[]
  /**
   * Returns when the job of a call stopped running, in ms since 1970, or now while it lives. A job of an earlier run of
   * Phoenix ended with that run, at the latest when this one started.
   */
  jobRanUntil(callId: CallId): number
  /** Ends a job, or tries again to end an orphan process. Resolves when it is gone, given up, or was not Phoenix's. */
  end(workId: WorkId): Promise<void>
  /** Tells the conversation's jobs to end, in this tick. The model can still read how they ended. */
  endJobs(conversationId: ConversationId): void
  /** Tells jobs with a withdrawn right to end, in this tick, including those about to start. They stay visible. */
  withdrawFromJobs(conversationId: ConversationId, withdrawal: Withdrawal): void
  /** Tells all jobs of an ended conversation to end, and keeps no record of them. */
  forgetJobs(conversationId: ConversationId): void
  onOrphansChanged(listener: (conversationId: ConversationId) => void): void
  onJobsChanged(listener: (conversationId: ConversationId) => void): void
  onJobEnded(listener: (conversationId: ConversationId, end: JobEnd) => void): void
}
