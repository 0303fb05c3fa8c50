import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const sheet = (app: App) => app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })

describeInBrowser('keys', (scene) => {
  test('Mod+/ lists all keys; Escape closes the list and stops nothing, the next one stops', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await app.send('Hello?')
    await expect.poll(() => model.requests.length).toBe(1)
    await app.expectStatus(/^Waiting/)
    await app.page.keyboard.press('Control+/')
    await sheet(app).waitFor()
    expect(await sheet(app).evaluate((dialog) => dialog.scrollTop)).toBe(0)
    for (const name of ['New conversation', 'Settings', 'Stop', 'Send', 'New line']) {
      expect(await sheet(app).getByText(name, { exact: true }).count()).toBe(1)
    }
    await app.page.keyboard.press('Control+,')
    expect(await app.page.getByRole('dialog').count()).toBe(1)
    await app.page.keyboard.press('Escape')
    await sheet(app).waitFor({ state: 'hidden' })
    await app.expectStatus(/^Waiting/)
    await app.page.keyboard.press('Escape')
    await app.expectStatus('Idle')
    await app.page.keyboard.press('Control+,')
    await app.page.getByRole('dialog', { name: 'Settings' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('Mod and a digit lead to one of the last conversations', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    for (const words of ['First', 'Second', 'Third']) {
      if (words !== 'First') await app.startConversation(scene().folder)
      model.enqueue(message([text(`${words} answer`)]))
      await app.send(words)
      await app.answers.filter({ hasText: `${words} answer` }).waitFor()
      await app.expectStatus('Idle')
    }
    const goTo = async (digit: number, words: string): Promise<void> => {
      await app.page.keyboard.press(`Control+${digit}`)
      await app.answers.filter({ hasText: `${words} answer` }).waitFor()
    }
    await goTo(3, 'First')
    await goTo(2, 'Second')
    await goTo(1, 'Third')
    await app.page.keyboard.press('Control+9')
    await app.answers.filter({ hasText: 'Third answer' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('the list is readable in the smallest window', async () => {
    const app = await scene().window(await scene().host())
    await app.page.setViewportSize({ width: 480, height: 400 })
    await app.page.keyboard.press('Control+/')
    await sheet(app).getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded()
    const box = await sheet(app).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 401)).toBeLessThanOrEqual(400)
    await sheet(app).getByRole('button', { name: 'Close' }).click()
    await sheet(app).waitFor({ state: 'hidden' })
  })
})
