import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

async function retitle(app: App, row: string): Promise<void> {
  await app.row(row).hover()
  await app.button(`Actions for ${row}`).click()
  await app.button('Generate a new title').click()
}

describeInBrowser('a new title', (scene) => {
  test('the menu of a row and the palette make one; it replaces a person’s own, and can be undone', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const { page } = app
    model.enqueue(message([text('Nobody closes the server.')]))
    await app.send('Why does the test hang?')
    await app.expectStatus('Idle')
    model.enqueue(message([text('Hanging login test')]))
    await retitle(app, 'Why does the test hang?')
    await page.getByRole('heading', { name: 'Hanging login test' }).waitFor()
    await page.getByText('The new title is “Hanging login test”.').waitFor()
    await app.button('Undo').click()
    await page.getByRole('heading', { name: 'Why does the test hang?' }).waitFor()

    // Now the title is the person's own.
    model.enqueue(message([text('Unclosed server')]))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('generate a new title')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unclosed server' }).waitFor()
    await app.row('Unclosed server').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Unclosed server' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a model that refuses leaves the old one, and the window says so', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(message([text('Nobody closes the server.')]))
    await app.send('Why does the test hang?')
    await app.expectStatus('Idle')
    model.enqueue(refusal(400, { type: 'invalid_request_error', message: 'No.' }))
    await retitle(app, 'Why does the test hang?')
    await app.page.getByText('so the old one stays').waitFor()
    await app.page.getByRole('heading', { name: 'Why does the test hang?' }).waitFor()
  })
})
