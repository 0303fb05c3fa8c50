import type { Rule } from '../../../shared/conversation/turn.ts'
import type { Context } from '../../core/machine/context.ts'
import { systemPromptOfKind } from '../../core/request/system-prompt.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'

interface ContextInputs {
  /** The context from the settings. */
  readonly settings: Context
  readonly rules: readonly Rule[]
  /** The context of the conversation that started it, if that is live. */
  readonly parent: Context | null
}

/** Returns the context of a conversation. A sub-agent works under its parent's context, and receives only its task. */
export function ownContext(stored: StoredConversation, inputs: ContextInputs): Context {
  const { id: conversationId, folder, permissionMode, network, webSearch } = stored
  const { instructions, instructionsFault } = stored
  const { rules, settings } = inputs
  const systemPrompt = stored.systemPrompt ?? settings.systemPrompt
  const read = { instructions, instructionsFault }
  const allowed = { permissionMode, network, webSearch, rules }
  const own = { conversationId, folder, ...allowed, systemPrompt, ...read }
  if (stored.parent === null) return { ...settings, ...own, role: { type: 'root' } }
  const { conversationId: parent, kind } = stored.parent
  const above = inputs.parent ?? { ...settings, ...own }
  const child = {
    ...above,
    ...inheritedFrom(above),
    conversationId,
    folder,
    busyPolicy: 'reject',
  } as const
  return {
    ...child,
    role: { type: 'child', parent, kind },
    systemPrompt: systemPromptOfKind(kind, child.systemPrompt),
  }
}

/** A sub-agent has no first message of a person, so the state of git from that message goes into its system prompt. */
function inheritedFrom({
  gitState,
  systemPrompt,
}: Context): Pick<Context, 'gitState' | 'systemPrompt'> {
  const hasGitState = typeof gitState === 'string'
  return {
    gitState: null,
    systemPrompt: hasGitState ? `${systemPrompt}\n\n${gitState}` : systemPrompt,
  }
}
