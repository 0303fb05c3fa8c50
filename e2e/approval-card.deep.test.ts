import { expect, test } from 'vitest'
import { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { held, message } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

describeInBrowser('R8 the approval card', (scene) => {
  test('answered in another window, the card disappears without a notice', async ({ skip }) => {
    const { model } = scene()
    model.enqueue(message([bash('echo once >> made')]), message([text('Made.')]))
    const { app } = await scene().conversation(ASK)
    skip(app.page.context().browser() === null, 'Electron has one window')
    await app.send('Make it')
    await app.approval.waitFor()
    // A window opened by this one shares its access.
    const opened = app.page.waitForEvent('popup')
    await app.page.evaluate(() => void window.open(location.href))
    const other = await App.in(await opened)
    await other.button('Allow once').click()
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    expect(await app.alert.count()).toBe(0)
    expect(await other.alert.count()).toBe(0)
    expect(await app.page.getByText('No longer needed').count()).toBe(0)
  })

  test.each([
    [800, 500],
    [480, 400],
  ])(
    'a long command scrolls in the card, with the buttons in view at %d x %d',
    async (width, height) => {
      const { model } = scene()
      model.enqueue(message([bash(`${'echo a line of a long command\n'.repeat(60)}echo the end`)]))
      const { app } = await scene().conversation(ASK)
      await app.page.setViewportSize({ width, height })
      await app.send('Make it')
      await app.approval.waitFor()
      const places = ['Allow once', 'Always allow here', 'Deny', 'Stop'].map((name) =>
        app.button(name),
      )
      for (const place of [...places, app.message, app.approval]) {
        const box = await place.boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(0)
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
      const whole = app.page.getByRole('region', { name: 'Tool call' })
      const [seen, all] = await whole.evaluate((box) => [box.clientHeight, box.scrollHeight])
      expect(seen).toBeLessThan(all ?? 0)
      expect(await whole.textContent()).toContain('echo the end')
    },
  )

  test('a question does not take the focus from a person who is typing', async () => {
    const { model } = scene()
    const { release, reply } = held(message([bash('echo')]))
    model.enqueue(reply)
    const { app } = await scene().conversation(ASK)
    await app.send('Go')
    await app.message.pressSequentially('And then')
    release()
    await app.approval.waitFor()
    expect(await focused(app)).toBe('Message')
    expect(await app.message.inputValue()).toBe('And then')
  })

  test('the third equal call with an equal result needs approval, even if nothing else does', async () => {
    const { model } = scene()
    const call = bash('echo same')
    model.enqueue(message([call]), message([call]), message([call]))
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'auto' } })
    await app.send('Try')
    await app.approval.filter({ hasText: 'going in circles' }).waitFor()
    expect(await app.button('Always allow here').count()).toBe(0)
    model.enqueue(message([text('I stop.')]))
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'I stop.' }).waitFor()
  })
})
