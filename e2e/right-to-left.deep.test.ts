import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ANSWER = [
  'שלום, `npm test` עבר.',
  '- פריט ראשון\n- [ ] second',
  '> ציטוט',
  '| שם | value |\n|---|---|\n| a | b |',
  'English again.',
  '```js\nconst a = 1 // הערה\n```',
].join('\n\n')

function directionOf(place: Locator): Promise<string> {
  return place.first().evaluate((element) => getComputedStyle(element).direction)
}

describeInBrowser('right-to-left text', (scene) => {
  test('each paragraph, list, message, title and draft has the direction of its own script; code has its own', async () => {
    const { model } = scene()
    model.enqueue(message([text(ANSWER)]))
    const { app } = await scene().conversation({ own: true })
    await app.message.fill('למה הבדיקה נתקעת?')
    expect(await directionOf(app.message)).toBe('rtl')
    await app.button('Send').click()
    const answer = app.answers.last()
    await answer.locator('pre').waitFor()
    for (const name of ['p', 'ul', 'blockquote', 'table'])
      expect([name, await directionOf(answer.locator(name))]).toEqual([name, 'rtl'])
    expect(await directionOf(answer.locator('p', { hasText: 'English' }))).toBe('ltr')
    expect(await directionOf(answer.locator('pre'))).toBe('ltr')
    expect(await directionOf(answer.locator('p code span'))).toBe('ltr')
    expect(await directionOf(app.questions.locator('p'))).toBe('rtl')
    expect(await directionOf(app.conversations.getByText('למה'))).toBe('rtl')
    expect(await directionOf(app.page.getByRole('heading').getByText('למה'))).toBe('rtl')
    await app.message.fill('Why?')
    expect(await directionOf(app.message)).toBe('ltr')
    expect(app.complaints).toEqual([])
  })
})
