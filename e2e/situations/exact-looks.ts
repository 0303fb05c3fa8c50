import type { Page } from 'playwright-core'

/**
 * Texts that are not shown exactly, each cut to 60 characters: code with ligatures, where => becomes an arrow, and words
 * with tabular figures, where Inter makes hyphens as wide as digits.
 */
export function inexact(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const field = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
      const own = Array.from(element.childNodes, (node) =>
        node instanceof Text ? node.data : '',
      ).join('')
      const words = (field ? element.value || element.placeholder : own).trim()
      if (words === '' || !element.checkVisibility()) continue
      const look = getComputedStyle(element)
      const isCode = look.fontFamily.includes('JetBrains Mono')
      if (isCode && look.fontVariantLigatures !== 'none')
        found.push(`ligatures: ${words.slice(0, 60)}`)
      if (!isCode && look.fontVariantNumeric.includes('tabular-nums') && /-\p{L}|--/u.test(words))
        found.push(`wide hyphens: ${words.slice(0, 60)}`)
    }
    return found
  })
}
