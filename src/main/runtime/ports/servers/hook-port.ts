import type { HookRun } from '../../../../shared/conversation/hook-run.ts'
import type { ConversationId } from '../../../../shared/ids.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'

/** The results of the hooks for one event. */
export interface HookResults {
  readonly runs: readonly HookRun[]
  /** Why a hook objects; null if none does. */
  readonly blockReason: string | null
  /** Texts for the model. */
  readonly texts: readonly string[]
}

interface HookRequest {
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
  onMessage(request: HookRequest & { readonly text: string }): Promise<HookResults>
  /** `isAgain`: true if hooks have made the agent continue since a person last said something. */
  onTurnEnd(
    request: HookRequest & { readonly lastWords: string; readonly isAgain: boolean },
  ): Promise<HookResults>
}
