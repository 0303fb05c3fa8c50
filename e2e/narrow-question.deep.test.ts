import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { call } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

/** How much wider the page is than the window (px). */
const EXCESS = 'document.documentElement.scrollWidth - innerWidth'

const QUESTION = {
  question: 'Where shall the visits be kept?',
  header: 'Storage',
  options: ['In a table', 'In a file of their own', 'In the log', 'Nowhere at all'].map(
    (label) => ({
      label,
      description: 'They are few, and each of them is read only once.',
    }),
  ),
}

/** How much of the height of it something else covers, or its card does not show (px). */
function coveredIn(at: Locator): Promise<number> {
  return at.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect()
    const card = element.closest('[role=alert]')
    const points = Array.from({ length: Math.floor(bottom - top) }, (_, y) => top + y + 0.5)
    return points.filter((y) => {
      const hit = document.elementFromPoint(left + 4, y)
      const isBetweenLines = card?.contains(hit) === true && hit?.contains(element) === true
      return !element.contains(hit) && !isBetweenLines
    }).length
  })
}

/** Elements of this place that are cut off by the edges of the window. */
function cutOff(place: Locator): Promise<readonly string[]> {
  return place.evaluateAll((found) =>
    found
      .filter((each) => each.getBoundingClientRect().right > innerWidth)
      .map((each) => each.textContent.trim()),
  )
}

describeInBrowser('a question in a narrow window', (scene) => {
  test.each([160, 240])(
    'at %i x 400 nothing of a question leaves the window, and Tab leads to each option, which can be read',
    async (width) => {
      const { app } = await scene().conversation()
      const { page } = app
      await page.setViewportSize({ width, height: 400 })
      expect(await page.evaluate(EXCESS)).toBe(0)
      scene().model.enqueue(message([call('ask_user', QUESTION)]))
      await app.send('Go')
      const card = page.getByRole('alert', { name: 'The agent asks' })
      await card.waitFor()
      expect(await page.evaluate(EXCESS)).toBe(0)
      expect(await cutOff(card.locator('strong, button, input'))).toEqual([])
      const question = card.getByText(QUESTION.question)
      await question.evaluate((each) => each.scrollIntoView({ block: 'nearest' }))
      await expect.poll(() => coveredIn(question)).toBe(0)
      for (const { label } of QUESTION.options) {
        const option = card.getByRole('button', { name: label })
        await page.keyboard.press('Tab')
        expect(await option.evaluate((each) => each === document.activeElement)).toBe(true)
        const words = option.getByText(label)
        await words.evaluate((each) => each.scrollIntoView({ block: 'nearest' }))
        await expect.poll(() => coveredIn(words), { message: label }).toBe(0)
      }
    },
  )
})
