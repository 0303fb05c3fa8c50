import type { ConversationView } from '../../../client/conversation/conversation-view.ts'

interface LoadBack {
  readonly view: () => Pick<ConversationView, 'hasEarlier' | 'messages'>
  /** False: they could not be loaded. */
  readonly showEarlier: () => Promise<boolean>
  readonly isWanted: () => boolean
}

/** Loads earlier messages until this one must be there. False: they could not be loaded. */
export async function loadBackTo(
  seq: number,
  { view, showEarlier, isWanted }: LoadBack,
): Promise<boolean> {
  while (isWanted() && view().hasEarlier && (view().messages[0]?.seq ?? 1) > seq)
    if (!(await showEarlier())) return false
  return true
}
