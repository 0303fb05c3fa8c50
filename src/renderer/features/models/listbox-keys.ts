/** The effect of a key on a list of `count` choices with `active` marked; -1: none. */
export type ListMove =
  | { readonly type: 'mark'; readonly active: number }
  | { readonly type: 'choose' }
  | { readonly type: 'close' }

/** Null: the text field handles the key. */
export function listMove(
  key: string,
  { isOpen, active, count }: { isOpen: boolean; active: number; count: number },
): ListMove | null {
  switch (key) {
    case 'ArrowDown':
      return { type: 'mark', active: isOpen ? Math.min(active + 1, count - 1) : active }
    case 'ArrowUp':
      return { type: 'mark', active: Math.max(active - 1, -1) }
    case 'Enter':
      return isOpen && active >= 0 ? { type: 'choose' } : null
    case 'Escape':
      return isOpen ? { type: 'close' } : null
    default:
      return null
  }
}
