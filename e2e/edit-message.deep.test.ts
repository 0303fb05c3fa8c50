import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const TOO_LONG = refusal(400, {
  type: 'invalid_request_error',
  message: 'prompt is too long: 1000001 tokens > 1000000 maximum',
})
const TAKEN_BACK = 'Taken back: the model no longer gets what was said here'

describeInBrowser('editing a message that was sent', (scene) => {
  test('one that is too long is taken back and said anew: the model gets it no more, both stay on the screen', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    await app.page.getByRole('checkbox', { name: 'Summarise by itself' }).uncheck()
    await app.button('Save').click()
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' })
    model.enqueue(message([text('So it was.')]), TOO_LONG)
    await app.send('Tell me a story')
    await app.answers.filter({ hasText: 'So it was.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('And the whole of another one')
    await app.alert.filter({ hasText: 'too long' }).waitFor()
    await app.message.fill('In verse.')
    await app.alert.getByRole('button', { name: 'Edit your message' }).click()
    await app.button('Take back and edit').click()
    await app.alert.waitFor({ state: 'hidden' })
    await expect
      .poll(() => app.message.inputValue())
      .toBe('And the whole of another one\n\nIn verse.')
    await app.page.getByText(TAKEN_BACK).waitFor()
    model.enqueue(message([text('A short one.')]))
    await app.message.press('ControlOrMeta+A')
    await app.page.keyboard.type('And a short one')
    await app.page.keyboard.press('Enter')
    await app.answers.filter({ hasText: 'A short one.' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('So it was.')
    expect(sent).toContain('And a short one')
    expect(sent).not.toContain('another one')
    await app.page.reload()
    await app.page.getByText(TAKEN_BACK).click()
    await app.questions.filter({ hasText: 'another one' }).waitFor()
    expect(await app.questions.filter({ hasText: 'And a short one' }).count()).toBe(1)
    expect(await app.questions.getByRole('button', { name: 'Edit' }).count()).toBe(2)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('each one can be taken back by the keyboard, with all that was done since, and not before it is said what comes of it', async () => {
    const { model } = scene()
    model.enqueue(message([text('The dor is shut.')]), message([text('It is.')]))
    const { app } = await scene().conversation()
    await app.send('Mend the dor')
    await app.answers.filter({ hasText: 'dor is shut' }).waitFor()
    await app.send('Is it shut?')
    await app.answers.filter({ hasText: 'It is.' }).waitFor()
    await app.expectStatus('Idle')
    const edit = app.questions.filter({ hasText: 'Mend' }).getByRole('button', { name: 'Edit' })
    const dialog = app.page.getByRole('dialog', { name: 'Edit this message' })
    await edit.press('Enter')
    await dialog.filter({ hasText: 'Files stay as they are' }).waitFor()
    await app.page.keyboard.press('Escape')
    expect(await app.message.inputValue()).toBe('')
    expect(await app.page.getByText(TAKEN_BACK).count()).toBe(0)
    await edit.press('Enter')
    await dialog.getByRole('button', { name: 'Take back and edit' }).press('Enter')
    await app.page.getByText(TAKEN_BACK).waitFor()
    expect(await app.questions.count()).toBe(0)
    model.enqueue(message([text('The door is shut.')]))
    await app.page.keyboard.press('End')
    await app.page.keyboard.type(', please')
    await app.page.keyboard.press('Enter')
    await app.answers.filter({ hasText: 'door is shut' }).waitFor()
    expect(model.requests.at(-1)?.body['messages']).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'Mend the dor, please' }] },
    ])
    expect(app.complaints).toEqual([])
  })
})
