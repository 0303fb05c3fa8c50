import type { Page } from 'playwright-core'

/**
 * Texts that overflow the nearest box with a visible border: each cut to 60 characters. Boxes in between may clip or
 * scroll them.
 */
export function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = all.nextNode(); node !== null; node = all.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (text === '' || node.parentElement?.checkVisibility() !== true) continue
      const words = new Range()
      words.selectNodeContents(node)
      const { right } = words.getBoundingClientRect()
      for (let box: Element | null = node.parentElement; box !== null; box = box.parentElement) {
        const { borderRightWidth, overflowX } = getComputedStyle(box)
        if (overflowX !== 'visible') break
        if (borderRightWidth === '0px') continue
        if (right > box.getBoundingClientRect().right + 1)
          found.push(`sticks out: ${text.slice(0, 60)}`)
        break
      }
    }
    return found
  })
}
