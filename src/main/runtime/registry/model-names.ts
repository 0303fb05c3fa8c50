import { NO_FALLBACK } from '../../../shared/models/chosen-model.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'

type Chosen = Pick<StoredConversation, 'chosenModel' | 'chosenFallback'>

/** Returns the names of a conversation's models: its own override those of the settings. No model is its own fallback. */
export function modelNamesOf(
  { chosenModel, chosenFallback }: Chosen,
  usual: { readonly model: string; readonly fallbackModel: string | null },
): { readonly model: string; readonly fallback: string | null } {
  const model = chosenModel ?? usual.model
  const fallback = chosenFallback ?? usual.fallbackModel ?? NO_FALLBACK
  return { model, fallback: fallback === NO_FALLBACK || fallback === model ? null : fallback }
}
