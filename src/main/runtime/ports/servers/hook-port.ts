import type { HookRun } from '../../../../shared/conversation/hook-run.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'

/** What the hooks of one moment came to. */
export interface HooksSaid {
  readonly runs: readonly HookRun[]
  /** Why one is against it; null: none is. */
  readonly blocks: string | null
  /** For the model. */
  readonly tells: readonly string[]
}

interface HooksAsked {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy | null
  /** Ends them all. */
  readonly signal: AbortSignal
  /** One is about to run. */
  readonly onBegin: (command: string) => void
}

/**
 * What a person has set to run on a message and at the end of a turn. Never rejects; resolves within the time of the hooks, and after an
 * abort when they are gone. No runs: there are none.
 */
export interface HookPort {
  onMessage(asked: HooksAsked & { readonly text: string }): Promise<HooksSaid>
  /** `isAgain`: hooks had the agent go on since a person said something. */
  onTurnEnd(
    asked: HooksAsked & { readonly lastWords: string; readonly isAgain: boolean },
  ): Promise<HooksSaid>
}
