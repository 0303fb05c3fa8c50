import type { HookRun } from '../../../../shared/conversation/hook-run.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'

/** The results of the hooks for one event. */
export interface HooksSaid {
  readonly runs: readonly HookRun[]
  /** Why a hook objects; null if none does. */
  readonly blocks: string | null
  /** Texts for the model. */
  readonly tells: readonly string[]
}

interface HooksAsked {
  readonly conversationId: ConversationId
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy | null
  /** Ends all hooks. */
  readonly signal: AbortSignal
  /** Called when a hook is about to run. */
  readonly onBegin: (command: string) => void
}

/**
 * Runs a person's hooks on a message and at the end of a turn. Never rejects; resolves within the time limit of the
 * hooks, and after an abort when they are gone. No runs means that there are no hooks.
 */
export interface HookPort {
  onMessage(asked: HooksAsked & { readonly text: string }): Promise<HooksSaid>
  /** `isAgain`: true if hooks have made the agent continue since a person last said something. */
  onTurnEnd(
    asked: HooksAsked & { readonly lastWords: string; readonly isAgain: boolean },
  ): Promise<HooksSaid>
}
