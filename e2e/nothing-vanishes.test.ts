import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('what a person has typed or started', (scene) => {
  test('what is typed in Settings survives Esc, says that it is not saved, and can be discarded', async () => {
    const app = await scene().window(await scene().host({ own: true }))
    const { page } = app
    const address = page.getByRole('textbox', { name: 'Base URL' })
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const note = page.getByText('What you typed before is still here')
    await app.button('Settings').click()
    await address.fill('http://127.0.0.1:9')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await app.button('Settings').click()
    await note.waitFor()
    expect(await address.inputValue()).toBe('http://127.0.0.1:9')
    await app.button('Discard changes').click()
    expect(await address.inputValue()).toBe('')
    expect(await note.count()).toBe(0)
    await address.fill('http://127.0.0.1:8')
    await app.save()
    await app.button('Settings').click()
    expect(await address.inputValue()).toBe('http://127.0.0.1:8')
    expect(await note.count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('the ways on of a busy agent survive a change of permissions and of the title', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    await app.send('And this')
    await app.button('Send when idle').waitFor()
    await app.permissions.selectOption('Read only')
    await app.button('Rename').click()
    await app.page.keyboard.type('Named meanwhile')
    await app.page.keyboard.press('Enter')
    await app.conversations.filter({ hasText: 'Named meanwhile' }).waitFor()
    await app.message.focus()
    await app.button('Send when idle').click()
    await app.waitingMessage('And this').waitFor()
  })

  test('a command that is cut in the line of its card stands in full in the open card', async () => {
    const { model } = scene()
    const command = `echo ${'long-word '.repeat(10)}end`
    model.enqueue(message([bash(command)]), message([text('Done.')]))
    const { app } = await scene().conversation()
    await app.page.setViewportSize({ width: 520, height: 600 })
    await app.send('Say it')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    const card = app.tool('bash')
    await card.locator('summary').click()
    const input = card.locator('pre', { hasText: 'echo long-word' })
    expect(await input.textContent()).toBe(command)
    expect(await input.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  })
})
