import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { ShellCommand, ShellPhase } from '../../../shared/conversation/shell-command.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { SandboxPolicy, Withdrawal } from '../../core/machine/sandbox-policy.ts'

/** The record of what people ran themselves. */
export interface ShellStore {
  shellCommand(id: WorkId): ShellCommand | null
  /** Those after a message from `from` on and before `before`, in the order in which they began. */
  shellCommands(
    id: ConversationId,
    page: { readonly from: number; readonly before: number },
  ): readonly ShellCommand[]
  beginShellCommand(id: ConversationId, command: ShellCommand): Result<null, StoreFault>
  endShellCommand(
    id: WorkId,
    end: { readonly phase: ShellPhase; readonly output: string },
  ): Result<null, StoreFault>
  /** Those that a killed app left are no longer running. */
  interruptShellCommands(): Result<null, StoreFault>
}

export interface ShellRequest {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly command: string
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy | null
  readonly signal: AbortSignal
  readonly onOutput: (text: string) => void
}

/** How it ended, and what it printed. */
export type ShellEnd =
  | { readonly type: 'exited'; readonly code: number; readonly output: string }
  | { readonly type: 'killed'; readonly signal: string; readonly output: string }
  | { readonly type: 'timedOut'; readonly output: string }
  | { readonly type: 'aborted' }
  | { readonly type: 'notStarted'; readonly reason: string }

/** Runs one. Resolves when its processes are gone, or given up and listed as orphans. Never rejects. */
export type RunShell = (request: ShellRequest) => Promise<ShellEnd>

/** Commands that a person runs, independently of turns. */
export interface ShellPort {
  /** How many run in a conversation. */
  countOf(conversationId: ConversationId): number
  /** All of a conversation are ordered to end in this tick: a person's Stop. */
  stopIn(conversationId: ConversationId): void
  /** Ends those that can do what is withdrawn. */
  withdraw(conversationId: ConversationId, withdrawal: Withdrawal): void
}
