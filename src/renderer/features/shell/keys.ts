/** What a key asks of the whole window. */
export type WindowKey = 'newConversation' | 'settings' | 'stop'

/** Null: the key belongs to where it was pressed. Inside an input method or a dialog it always does. */
export function windowKey(event: KeyboardEvent, isDialogOpen: boolean): WindowKey | null {
  if (event.isComposing || event.defaultPrevented || isDialogOpen) return null
  if (event.key === 'Escape') return 'stop'
  const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (!isMod) return null
  switch (event.key) {
    case 'n':
    case 'N':
      return 'newConversation'
    case ',':
      return 'settings'
    default:
      return null
  }
}
