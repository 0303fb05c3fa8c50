import type { BackgroundJob, JobEnd } from '../../../shared/conversation/background-job.ts'
import type { OrphanProcess } from '../../../shared/conversation/conversation.ts'
import type { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Withdrawal } from '../../core/machine/sandbox-policy.ts'

/** Processes beside the work of turns: those that outlived the order to end, and background jobs. */
export interface ProcessPort {
  orphansOf(conversationId: ConversationId): readonly OrphanProcess[]
  /** Those that a person is to see: a job that was told to end is not among them once it is gone. */
  jobsOf(conversationId: ConversationId): readonly BackgroundJob[]
  /** How those ended that this life of Phoenix started, oldest first. */
  jobEndsOf(conversationId: ConversationId): readonly JobEnd[]
  /**
   * Until when the job of a call has run, ms since 1970: now, while it lives. One that this life of Phoenix did not start
   * ended with the life before, at the latest when this one began.
   */
  jobRanUntil(callId: CallId): number
  /** Ends a job, or tries again to end a orphan; done when it is gone, given up, or was none of ours. */
  end(workId: WorkId): Promise<void>
  /** Told to end in this tick. The model can still read how they ended. */
  endJobs(conversationId: ConversationId): void
  /** Told to end in this tick: those that can do what is withdrawn, and such as are about to begin. They stay on show. */
  withdrawFromJobs(conversationId: ConversationId, withdrawal: Withdrawal): void
  /** All are told to end, of a conversation that has ended: nothing is kept of them. */
  forgetJobs(conversationId: ConversationId): void
  onOrphansChanged(listener: (conversationId: ConversationId) => void): void
  onJobsChanged(listener: (conversationId: ConversationId) => void): void
  onJobEnded(listener: (conversationId: ConversationId, end: JobEnd) => void): void
}
