import { KEEP_TRYING_MS } from '../../../shared/conversation/keep-trying.ts'
import { modelName, readModelName } from '../../../shared/models/model-name.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import type { Context } from '../../core/machine/context.ts'
import { modelNamesOf } from '../registry/model-names.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'

/** Returns the context from the settings, with the conversation's own models. */
export function withOwnModels(context: Context, stored: StoredConversation): Context {
  const { fallback: usual, primary } = context
  const names = modelNamesOf(stored, {
    model: modelName(primary),
    fallbackModel: usual === null ? null : modelName(usual),
  })
  const named = (name: string): Provider => ({ ...primary, ...readModelName(name) })
  const chosen = names.fallback === null ? null : named(names.fallback)
  return {
    ...context,
    conversationId: stored.id,
    primary: stored.chosenModel === null ? primary : named(names.model),
    fallback: stored.chosenFallback === null ? usual : chosen,
    effort: stored.chosenEffort ?? context.effort,
    keepTryingMs:
      stored.chosenKeepTrying === null
        ? context.keepTryingMs
        : KEEP_TRYING_MS[stored.chosenKeepTrying],
  }
}
