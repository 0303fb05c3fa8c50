/** The position, from 0, of the item that a key leads to in an open menu; null: the key is not one of these. -1: none has the focus. */
export function itemAfterKey(
  key: string,
  { at, count }: { readonly at: number; readonly count: number },
): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button:enabled')]
}

export function focusFirstItem(menu: HTMLElement): void {
  itemsOf(menu)[0]?.focus()
}

/** Moves the focus among the items of an open menu, from the first to the last and round again. */
export function moveInMenu(event: KeyboardEvent, menu: HTMLElement): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = itemsOf(menu)
  const at = items.findIndex((each) => each === document.activeElement)
  const next = itemAfterKey(event.key, { at, count: items.length })
  if (next === null) return
  event.preventDefault()
  items[next]?.focus()
}
