import { findIn, type Wanted } from '../../../shared/search/found-words.ts'

/** Inline elements do not break a text; all others begin a new line. */
const INLINE = ':not(span, a, code, strong, em, del, b, i, mark, time)'
/** Elements in it that are not part of a message's text. */
const NOT_SAID = 'button, select, .visually-hidden'

/** The matches under an element, in the order of the page, without what `isOutside` excludes. */
export function rangesIn(
  root: Element,
  wanted: Wanted,
  isOutside: (element: Element) => boolean = () => false,
): readonly Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent } = node
    if (!(node instanceof Text) || parent === null) continue
    const control = parent.closest(NOT_SAID)
    if ((control !== null && root.contains(control)) || isOutside(parent)) continue
    const own = parent.closest(INLINE)
    if (own !== block) text += '\n'
    block = own
    nodes.push({ node, from: text.length })
    text += node.data
  }
  return findIn(text, wanted).flatMap(([from, to]) => {
    const [start, end] = [nodeAt(nodes, from), nodeAt(nodes, to - 1)]
    if (start === undefined || end === undefined) return []
    const range = document.createRange()
    range.setStart(start.node, from - start.from)
    range.setEnd(end.node, to - end.from)
    return [range]
  })
}

function nodeAt<Node extends { readonly from: number }>(
  nodes: readonly Node[],
  at: number,
): Node | undefined {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((nodes[middle]?.from ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return nodes[low - 1]
}

/** Highlights ranges in the page: all of them, and one more strongly. Empty: removes all highlights. */
export function markRanges(all: readonly Range[], current: Range | null): void {
  // Not supported by every browser; going to matches works anyway.
  if (!('highlights' in CSS)) return
  CSS.highlights.set('found', new Highlight(...all))
  const now = new Highlight(...(current === null ? [] : [current]))
  now.priority = 1
  CSS.highlights.set('found-now', now)
}
