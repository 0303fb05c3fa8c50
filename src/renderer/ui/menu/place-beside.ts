const GAP = 4

/**
 * Places a popover above or below this element, aligned with its right edge and within the window: by script, because
 * elements in the top layer cannot be positioned relative to others.
 */
export function placeBeside(popover: HTMLElement, element: Element, side: 'above' | 'below'): void {
  const { bottom, right, top } = element.getBoundingClientRect()
  const { clientHeight, clientWidth } = document.documentElement
  const isAbove = side === 'above'
  popover.style.top = isAbove ? 'auto' : `${bottom + GAP}px`
  popover.style.bottom = isAbove ? `${clientHeight - top + GAP}px` : 'auto'
  popover.style.right = `${clientWidth - right}px`
  popover.style.maxHeight = `${(isAbove ? top : clientHeight - bottom) - 2 * GAP}px`
}
