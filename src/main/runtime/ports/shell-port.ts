import type { ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { ShellCommand, ShellPhase } from '../../../shared/conversation/shell-command.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { SandboxPolicy, Withdrawal } from '../../core/machine/sandbox-policy.ts'

/** The record of a person's own commands. */
export interface ShellStore {
  shellCommand(id: WorkId): ShellCommand | null
  /** Returns those placed after a message from `from` on and before `before`, in the order in which they started. */
  shellCommands(
    id: ConversationId,
    page: { readonly from: number; readonly before: number },
  ): readonly ShellCommand[]
  beginShellCommand(id: ConversationId, command: ShellCommand): Result<null, StoreFault>
  endShellCommand(
    id: WorkId,
    end: { readonly phase: ShellPhase; readonly output: string },
  ): Result<null, StoreFault>
  /** Marks those that a killed app left as no longer running. */
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

/** How it ended, and its output. */
export type ShellEnd =
  | { readonly type: 'exited'; readonly code: number; readonly output: string }
  | { readonly type: 'killed'; readonly signal: string; readonly output: string }
  | { readonly type: 'timedOut'; readonly output: string }
  | { readonly type: 'aborted' }
  | { readonly type: 'notStarted'; readonly reason: string }

/** Runs a command. Resolves when its processes are gone, or given up and listed as orphans. Never rejects. */
export type RunShell = (request: ShellRequest) => Promise<ShellEnd>

/** A person's own commands, which run independently of turns. */
export interface ShellPort {
  /** Returns the number of commands running in a conversation. */
  countOf(conversationId: ConversationId): number
  /** Tells all commands of a conversation to end, in this tick: a person's Stop. */
  stopIn(conversationId: ConversationId): void
  /** Ends the commands that have a withdrawn right. */
  withdraw(conversationId: ConversationId, withdrawal: Withdrawal): void
}
