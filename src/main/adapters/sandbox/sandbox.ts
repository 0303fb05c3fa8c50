import type { ConversationId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'

/** A command that is to be confined. `folder` is the conversation's. */
export interface SandboxedCommand {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly command: string
  readonly sandboxPolicy: SandboxPolicy
}

/** How to start it: a program, what it is given, and the environment laid over that of every command. */
export interface SandboxLaunch {
  readonly file: string
  readonly args: readonly string[]
  /** Undefined takes a variable out. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The command runs only once it was let in by a host that lives (gate.ts), behind a program that tells its end as shells do. */
  readonly waitsAtGate: boolean
  /** Takes back what the folder was given for the run. Called once, when its processes have ended or could not be started. */
  readonly release: () => void
}

/** The sandbox of this machine: found to work before the first command. */
export interface Sandbox {
  /** Looks what there is to hide by now; wait for it no longer than a command may wait. Never rejects. */
  look(): Promise<void>
  /** By the last look that came to its end. The error is a sentence: then nothing may run. */
  prepare(command: SandboxedCommand): Result<SandboxLaunch, string>
  /** What commands have left in a folder that runs outside, since this was last asked: sentences for people and the model. */
  findings(folder: string): readonly string[]
}

/** Whether commands can be confined here; `missing`: why not and what to do, for people. */
export type FoundSandbox =
  | { readonly type: 'found'; readonly sandbox: Sandbox }
  | { readonly type: 'missing'; readonly reason: string }
