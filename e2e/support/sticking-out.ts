import type { Page } from 'playwright-core'

/** Words that stick out of the box around them, whose edge a person sees: each cut to 60 characters. */
export function stickingOut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const ownText = (element: Element): string =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? '')
        .join('')
        .trim()

    /** The nearest one with an edge; null: none, or something between cuts or scrolls what is in it. */
    const boxAround = (element: Element): Element | null => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { borderRightWidth, overflowX } = getComputedStyle(at)
        if (overflowX !== 'visible') return null
        if (borderRightWidth !== '0px') return at
      }
      return null
    }

    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const text = ownText(element)
      const box = text === '' || !element.checkVisibility() ? null : boxAround(element)
      if (box === null) return []
      const words = new Range()
      words.selectNodeContents(element)
      const isOut = words.getBoundingClientRect().right > box.getBoundingClientRect().right + 1
      return isOut ? [`sticks out: ${text.slice(0, 60)}`] : []
    })
  })
}
