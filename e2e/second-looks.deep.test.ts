import { expect, test } from 'vitest'
import { refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('second looks', (scene) => {
  test('in a low window with an open terminal, what the second looks say is inside the window', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    await app.button('Terminal').click()
    await page.getByRole('tab', { name: /bash|sh/ }).waitFor()
    await page.setViewportSize({ width: 640, height: 360 })
    await app.context.hover()
    const second = page.getByText(/tokens that the model can read are used/)
    await second.waitFor()
    const topOf = async (): Promise<number> => (await second.boundingBox())?.y ?? -Infinity
    expect(await topOf()).toBeGreaterThanOrEqual(0)
    await page.mouse.move(0, 0)
    await app.button('More about the context').focus()
    expect(await topOf()).toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width: 640, height: 760 })
    await app.context.hover()
    const meter = await app.context.boundingBox()
    expect(await topOf()).toBeLessThan(meter?.y ?? -Infinity)
  })

  test('what is said about the state covers nothing of an error and its buttons, and a second click hides it', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    scene().model.enqueue(refusal(401, { type: 'authentication_error', message: 'No.' }))
    await app.send('Hello')
    await app.button('Retry').waitFor()
    const alert = app.alert.filter({ has: app.button('Retry') })
    const about = page.getByText('Deadline', { exact: true })
    for (const width of [400, 700, 1400]) {
      await page.setViewportSize({ width, height: 760 })
      await app.button('More about this state').click()
      const [above, below] = [await about.boundingBox(), await alert.boundingBox()]
      expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThan(below?.y ?? NaN)
      await app.button('More about this state').click()
      await about.waitFor({ state: 'hidden' })
      await app.message.focus()
    }
  })
})
