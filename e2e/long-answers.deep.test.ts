import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'
import { SLOW_TEXTS } from '../src/renderer/fakes/slow-texts.ts'

describeInBrowserAlone('a very long answer', (scene) => {
  test('is drawn in part, with its end and a way to the rest, also after a reload', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const answer = SLOW_TEXTS['20,000 paragraphs']?.(1) ?? ''
    model.enqueue(message([text(answer, 50)]))
    await app.send('Go')
    await app.expectStatus('Idle')
    const elements = (): Promise<number> =>
      app.answers.first().evaluate((article) => article.querySelectorAll('*').length)
    const rest = app.page.getByRole('button', { name: /^Show the rest, [\d,]+ characters$/ })
    for (const isReloaded of [false, true]) {
      if (isReloaded) await app.page.reload()
      await rest.waitFor()
      const shown = await elements()
      expect(shown).toBeGreaterThan(500)
      expect(shown).toBeLessThan(6_000)
      expect(await app.answers.first().textContent()).toContain('Paragraph 19999.')
      await rest.click()
      await expect.poll(elements).toBeGreaterThan(1.8 * shown)
    }
  })

  test('of an ordinary length is drawn whole', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const answer = Array.from({ length: 400 }, (_, n) => `Paragraph *${n}*.\n\n- an item\n\n`)
    model.enqueue(message([text(answer.join(''), 50)]))
    await app.send('Go')
    await app.expectStatus('Idle')
    await expect.poll(() => app.answers.locator('li').count()).toBe(400)
    expect(await app.page.getByRole('button', { name: /^Show the rest/ }).count()).toBe(0)
  })
})
