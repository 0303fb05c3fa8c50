import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

describeInBrowser('a budget for each conversation', (scene) => {
  test('asks before it is exceeded: the person continues once, or raises it', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({
      own: true,
      environment: { PHOENIX_PERMISSIONS: 'auto' },
    })
    const { page } = app
    await page.getByRole('button', { name: 'More about the context' }).click()
    await page.getByRole('button', { name: 'Set a budget' }).click()
    const dialog = page.getByRole('dialog', { name: 'Budget of this conversation' })
    const dollars = dialog.getByLabel('Budget in US dollars')
    await dollars.fill('nothing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Not saved. Enter a number from 0.01').waitFor()
    expect(await violations(page)).toEqual([])
    await dollars.fill('0.01')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await app.button('$0.00 of $0.01').waitFor()
    model.enqueue(
      message([bash('echo one')], { usage: { input_tokens: 8_000 } }),
      message([text('Done.')]),
    )
    await app.send('Go')
    await page.getByText('This conversation has used up its budget. Everything done').waitFor()
    await page.getByText('and its budget is $0.01.').waitFor()
    expect(model.requests).toHaveLength(1)
    expect(await violations(page)).toEqual([])
    await app.button('Continue once').click()
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('And now?')
    await app.button('Change the budget').click()
    await dollars.fill('5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    model.enqueue(message([text('Gone on.')]))
    await app.button('Continue once').click()
    await app.answers.filter({ hasText: 'Gone on.' }).waitFor()
    await page.getByRole('button', { name: 'More about the context' }).click()
    await page.getByText(/Budget: \$[\d.]+ of \$5\.00\./).waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: /^\$[\d.]+ of \$5\.00$/ }).waitFor()
    await app.startConversation(freshFolder('other'))
    await app.message.waitFor()
    expect(await page.getByRole('button', { name: /of \$5\.00/ }).count()).toBe(0)
    expect(model.complaints).toEqual([])
  })
})
