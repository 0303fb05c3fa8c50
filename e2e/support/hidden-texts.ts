import type { Page } from 'playwright-core'

/**
 * Returns texts and names on the page that contain invisible characters. Only prose may contain them: a person's
 * messages, answers, thoughts, and typed text.
 */
export async function hiddenTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
    const isHidden = (text: string): boolean => unseen.test(text.replaceAll(/[\n\t]/g, ''))
    const prose = 'article[aria-label=You], .markdown p, .markdown li, script, style'
    const found: string[] = []
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (isHidden(text) && node.parentElement?.closest(prose) === null) found.push(text)
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['title', 'aria-label', 'alt', 'placeholder', 'label']) {
        const value = element.getAttribute(name) ?? ''
        if (isHidden(value)) found.push(`${name}=${value}`)
      }
    }
    return found.map((text) => JSON.stringify(text).replaceAll(/[^\x20-\x7E]/g, '#'))
  })
}
