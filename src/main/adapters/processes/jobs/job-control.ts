import type { CallId, ConversationId } from '../../../../shared/ids.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'
import type { JobPhase } from './job.ts'
import type { Printed } from '../output/printed.ts'
import type { RunRequest } from '../runs/start-run.ts'

/** A job as the model sees it: `printed` is the output that it has not read. */
export interface JobLook {
  readonly number: number
  readonly command: string
  readonly phase: JobPhase
  readonly sandboxPolicy: SandboxPolicy | null
  readonly ageMs: number
  readonly printed: Printed
}

export interface JobRequest extends RunRequest {
  readonly callId: CallId
  /** A person's job: no model reads the first look, so it takes no output and forgets no job that has ended by then. */
  readonly isPersons?: true
}

export type JobName = Pick<JobLook, 'number' | 'command' | 'phase'>

export interface Full {
  readonly type: 'full'
  readonly running: readonly JobName[]
}

export type JobStart =
  | { readonly type: 'started'; readonly job: JobLook }
  | Full
  | { readonly type: 'notStarted'; readonly reason: string }
  | { readonly type: 'aborted' }

/** The operations of a model on its conversation's jobs. Null: there is no such job (any more). */
export interface JobControl {
  /** Resolves after the first look, or when the job has ended. If the call is aborted in that time, the job is ended. */
  start(request: JobRequest): Promise<JobStart>
  /** The new output, at once or as soon as there is any. An ended job is forgotten after this. */
  look(
    at: { readonly conversationId: ConversationId; readonly number: number },
    wait: { readonly limitMs: number; readonly signal: AbortSignal },
  ): Promise<JobLook | null>
  /** The last lines, read or unread; marks nothing as read. */
  lastLines(conversationId: ConversationId, number: number, lines: number): string | null
  /** Orders a job to end, and resolves when it has. Its last output and its end stay unread. */
  stop(conversationId: ConversationId, number: number): Promise<void>
  names(conversationId: ConversationId): readonly JobName[]
  /** The jobs that ended since the model was last notified; marks them as reported. */
  news(conversationId: ConversationId): readonly JobName[]
}
