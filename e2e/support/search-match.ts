import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Returns the place marked as the current match, and whether it is visible. */
async function placeOn(
  page: Page,
): Promise<{ readonly text: string; readonly isSeen: boolean } | null> {
  return page.evaluate(() => {
    const ranges = CSS.highlights.get('found-now') ?? new Highlight()
    for (const range of ranges) {
      if (!(range instanceof Range)) continue
      const { bottom, left, top } = range.getBoundingClientRect()
      const seen = document.elementFromPoint(left + 1, (top + bottom) / 2)
      const isSeen = seen !== null && range.startContainer.parentElement?.contains(seen) === true
      return { text: range.toString().trim(), isSeen }
    }
    return null
  })
}

/** Waits until this text is marked and visible. */
export async function expectMatch(page: Page, text: string): Promise<void> {
  await expect.poll(() => placeOn(page)).toEqual({ text, isSeen: true })
}

/** Returns all marked texts, in any order. */
export async function markedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('found') ?? [])]
      .map((range) => (range instanceof Range ? range.toString() : ''))
      .toSorted(),
  )
}
