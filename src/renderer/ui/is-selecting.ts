/** True if a person has just selected text in this element: that click is not meant for it. */
export function isSelecting(element: Element): boolean {
  const selection = document.getSelection()
  return selection?.type === 'Range' && selection.containsNode(element, true)
}
