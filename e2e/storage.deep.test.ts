import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

describeInBrowser('Storage in Settings', (scene) => {
  test('R23: the used space is shown, full outputs are removed after confirmation, and a conversation is deleted and restored', async () => {
    const { model } = scene()
    const command = String.raw`printf '\033[31mred\033[0m\n'; seq -f 'line %.0f of many more' 20000`
    model.enqueue(message([text('I count.'), bash(command)]), message([text('Counted.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('Count to the end')
    await app.answers.filter({ hasText: 'Counted.' }).waitFor()
    await app.expectStatus('Idle')
    await app.button('Settings').click()
    const kinds = app.page.getByRole('list', { name: 'What uses space' }).getByRole('listitem')
    const outputs = kinds.filter({ hasText: 'Full outputs' })
    await expect.poll(() => outputs.innerText()).toMatch(/\d\d\d KB/)
    await app.button('Remove full outputs').click()
    await app.page.getByRole('group', { name: 'Remove full outputs' }).waitFor()
    expect(await violations(app.page)).toEqual([])
    await app.button('Yes, remove').click()
    await expect.poll(() => outputs.innerText()).toMatch(/0 bytes/)
    expect(await app.button('Remove full outputs').count()).toBe(0)
    const largest = app.page.getByRole('list', { name: 'Largest conversations' })
    await largest.getByRole('listitem').filter({ hasText: '4 messages' }).waitFor()
    await app.button('Delete Count to the end').click()
    await app.button('Undo deleting Count to the end').click()
    await app.button('Delete Count to the end').waitFor()
    await app.button('Close').click()
    await app.row('Count to the end').waitFor()
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
