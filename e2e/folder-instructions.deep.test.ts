import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('instructions of a folder', (scene) => {
  const write = (words: string): void => writeFileSync(join(scene().folder, 'AGENTS.md'), words)

  test('are read with a message, shown in the thread and in the dialog, and survive a kill', async () => {
    const { model } = scene()
    model.enqueue(message([text('Tabs, then.')]), message([text('Spaces, then.')]))
    write('Use tabs. <b>Always.</b>')
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Go')
    await app.answers.filter({ hasText: 'Tabs, then.' }).waitFor()
    await app.page.getByText('AGENTS.md was read, 24 bytes.').waitFor()
    expect(JSON.stringify(model.requests[0]?.body['messages'])).toContain(
      'Use tabs. <b>Always.</b>',
    )
    await app.chooseInMenu('System prompt…')
    const dialog = app.page.getByRole('dialog')
    await dialog.getByText('AGENTS.md, 24 bytes').click()
    await dialog.getByText('Use tabs. <b>Always.</b>').waitFor()
    await app.page.keyboard.press('Escape')
    await host.kill()
    write('Use spaces.')
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.conversations.last().click()
    await next.send('And now?')
    await next.answers.filter({ hasText: 'Spaces, then.' }).waitFor()
    await next.page.getByText('AGENTS.md was read, 11 bytes.').waitFor()
    expect(JSON.stringify(model.requests[1]?.body['messages'])).toContain('Use spaces.')
    expect(model.requests[1]?.body['system']).toEqual(model.requests[0]?.body['system'])
    await next.button('Settings').click()
    const settings = next.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Verify history' }).click()
    await settings.getByText(/1 conversation, \d+ events: all equal/).waitFor()
    expect(model.complaints).toEqual([])
    expect(next.complaints).toEqual([])
  })

  test('Settings show what has changed since it was accepted, and “Don’t send” turns it off', async () => {
    const { model } = scene()
    for (const answer of ['One.', 'Two.', 'Three.']) model.enqueue(message([text(answer)]))
    write('Use tabs.')
    const { app } = await scene().conversation()
    await app.send('First')
    await app.answers.filter({ hasText: 'One.' }).waitFor()
    write('Use spaces.')
    await app.send('Second')
    await app.answers.filter({ hasText: 'Two.' }).waitFor()
    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    const row = settings.getByRole('listitem', { name: 'instructions of AGENTS.md' })
    await row.getByText('changed since you last accepted it').waitFor()
    await row.getByText('Use tabs.').waitFor()
    await row.getByRole('button', { name: /^Accept/ }).click()
    await row.getByText('Use tabs.').waitFor({ state: 'hidden' })
    await row.getByRole('button', { name: /^Don’t send/ }).click()
    await row.getByText('Not sent to the model').waitFor()
    await app.page.keyboard.press('Escape')
    await app.send('Third')
    await app.answers.filter({ hasText: 'Three.' }).waitFor()
    const bodies = model.requests.map(({ body }) => JSON.stringify(body['messages']))
    expect(bodies[1]).toContain('Use spaces.')
    expect(bodies[2]).toMatch(/AGENTS\.md[^"]*(?:gone|removed|no longer)/)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
