import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'

/** A command to confine. `folder` is the conversation's. */
export interface SandboxedCommand {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly command: string
  readonly sandboxPolicy: SandboxPolicy
}

/** How to start it: a program, its arguments, and changes to the environment of every command. */
export interface SandboxLaunch {
  readonly file: string
  readonly args: readonly string[]
  /** Undefined removes a variable. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /**
   * The command runs only once a living host has let it in (gate.ts), under a program that reports its end like a
   * shell.
   */
  readonly waitsAtGate: boolean
  /** Removes the folder's temporary protection. Called once, when its processes have ended or could not be started. */
  readonly release: () => void
}

/** The sandbox of this machine, tested before the first command since the system was started. */
export interface Sandbox {
  /** Determines what has to be hidden now; wait for it no longer than a command may wait. Never rejects. */
  look(): Promise<void>
  /** Uses the last completed look. The error is a sentence: then nothing may run. */
  prepare(command: SandboxedCommand): Result<SandboxLaunch, string>
  /** What commands left in a folder that would run outside, since the last call: sentences for people and the model. */
  findings(folder: string): readonly string[]
  /** A command could not enter it. Absent: nobody has to know. */
  readonly failed?: () => void
}

/** Whether commands can be confined here; `missing`: why not and what to do, for people. */
export type FoundSandbox =
  | { readonly type: 'found'; readonly sandbox: Sandbox }
  | { readonly type: 'missing'; readonly reason: string }
