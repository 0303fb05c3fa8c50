import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'

/** A command to run in the sandbox. `folder` is the conversation's. */
export interface SandboxedCommand {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly command: string
  readonly sandboxPolicy: SandboxPolicy
}

/** How to start a command: a program, its arguments, and changes to the environment of every command. */
export interface SandboxLaunch {
  readonly file: string
  readonly args: readonly string[]
  /** Undefined removes a variable. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /**
   * True if the command runs only once a living host has let it in (gate.ts), under a program that reports its end like a
   * shell.
   */
  readonly waitsAtGate: boolean
  /** The path of a file that the program reads from the descriptor after its gate's. Default: none. */
  readonly reads?: string
  /**
   * Removes the folder's temporary protection. Called once, when the command's processes have ended or could not be started.
   */
  readonly release: () => Promise<void>
}

/** The sandbox of this machine, tested before the first command since the last boot. */
export interface Sandbox {
  /** Determines what has to be hidden now; wait for it no longer than a command may wait. Never rejects. */
  look(): Promise<void>
  /** Uses the last completed `look`. The error is a sentence; then nothing may run. */
  prepare(command: SandboxedCommand): Promise<Result<SandboxLaunch, string>>
  /**
   * Sentences, for people and the model, about what commands have left in a folder that would run outside, since the last
   * call.
   */
  findings(folder: string): readonly string[]
  /** Called if a command could not enter. Absent: nobody needs to know. */
  readonly failed?: () => void
}

/** The result of the search for a sandbox. `missing`: why commands cannot be sandboxed here and what to do, for people. */
export type FoundSandbox =
  | { readonly type: 'found'; readonly sandbox: Sandbox }
  | { readonly type: 'missing'; readonly reason: string }
