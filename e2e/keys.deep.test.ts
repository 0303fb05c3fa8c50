import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { SILENCE } from './fake-model-server/replies.ts'
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
