import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { focused } from './support/focus.ts'

describeInBrowser('a way out of every screen', (scene) => {
  test('R26 the address of a missing conversation leads to a place to begin', async () => {
    const { model } = scene()
    model.enqueue(message([text('Hello.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Good morning')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.page.evaluate((id) => {
      location.hash = `#conversation=${id}`
      location.reload()
    }, crypto.randomUUID())
    await app.row('Good morning').click()
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
  })

  test('R26 a place that is gone meanwhile leads to a new conversation, and the next start does not go there', async () => {
    const { model } = scene()
    model.enqueue(message([text('Hello.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Good morning')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    const gone = `#conversation=${crypto.randomUUID()}`
    await app.page.evaluate((hash) => (location.hash = hash), gone)
    await app.page.getByText('This conversation no longer exists.').waitFor()
    await app.button('Start a new one').click()
    await app.folder.waitFor()
    await app.page.evaluate((hash) => localStorage.setItem('phoenix.place', hash), gone)
    const { origin } = new URL(app.page.url())
    await app.page.goto('about:blank')
    await app.page.goto(origin)
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('R26 a conversation that cannot be drawn is contained: the others, its export and a retry are there', async () => {
    const { model, folder } = scene()
    model.enqueue(message([text('Hello.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Good morning')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.message.waitFor()
    await app.page.evaluate(() => {
      const arrays: unknown[] = Object.getPrototypeOf([])
      const { toReversed } = arrays
      Object.assign(arrays, { toReversed: null })
      Object.assign(globalThis, { mend: () => Object.assign(arrays, { toReversed }) })
    })
    await app.row('Good morning').click()
    await app.page.getByText('This conversation can’t be displayed. Nothing is lost.').waitFor()
    await app.button('Export…').waitFor()
    await app.button('Start a new one').waitFor()
    await app.page.evaluate(() => (globalThis as unknown as { mend(): void }).mend())
    await app.button('Try again').click()
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.button('New conversation').click()
    await app.folder.waitFor()
  })

  test('R26 a conversation whose message field cannot be drawn either gives the focus to what helps, and takes it back', async () => {
    const { folder } = scene()
    const { app } = await scene().conversation({ own: true })
    await app.send('Good morning')
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await app.message.waitFor()
    await app.page.evaluate(() => {
      const fields = HTMLTextAreaElement.prototype
      const own = Object.getOwnPropertyDescriptors(fields)
      Object.assign(fields, { setSelectionRange: null })
      Object.assign(globalThis, { mend: () => Object.defineProperties(fields, own) })
    })
    await app.row('Good morning').press('Enter')
    await app.page.getByText('This conversation can’t be displayed. Nothing is lost.').waitFor()
    await expect.poll(() => focused(app)).toBe('Try again')
    await app.page.evaluate(() => (globalThis as unknown as { mend(): void }).mend())
    await app.page.keyboard.press('Enter')
    await app.message.waitFor()
    await expect.poll(() => focused(app)).toBe('Message')
  })
})
