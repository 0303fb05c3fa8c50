import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { isFocused } from './support/focus.ts'
import type { Launched } from './support/launch.ts'
import { PLAIN_SHELL } from './terminal/terminal.ts'
import { describeInBrowserAlone } from './setup.ts'

/** The person does something, and goes to another place before the host answers. */
async function leave(host: Launched, doing: () => Promise<void>, to: Locator): Promise<void> {
  process.kill(host.pid, 'SIGSTOP')
  try {
    await doing()
    await to.focus()
  } finally {
    process.kill(host.pid, 'SIGCONT')
  }
}

describeInBrowserAlone('whoever goes elsewhere before the host answers stays there', (scene) => {
  test('R31 a waiting message is removed', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app, host } = await scene().conversation({ own: true })
    const elsewhere = app.button('New conversation')
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    await app.sendWhileBusy('One', 'Send when idle')
    const one = app.waitingMessage('One')
    await one.waitFor()
    await leave(host, () => one.getByRole('button', { name: 'Remove' }).click(), elsewhere)
    await one.waitFor({ state: 'detached' })
    expect(await isFocused(elsewhere)).toBe(true)
  })

  test('R31 a title is saved', async () => {
    const { app, host } = await scene().conversation({ own: true })
    const name = app.page.getByRole('textbox', { name: 'Name' })
    await app.button('Rename').click()
    await name.fill('A good title')
    const elsewhere = app.button('New conversation')
    await leave(host, () => name.press('Enter'), elsewhere)
    await name.waitFor({ state: 'detached' })
    expect(await isFocused(elsewhere)).toBe(true)
  })

  test('R31 a text that may be a command is sent', async () => {
    const { model } = scene()
    model.enqueue(message([text('Here.')]))
    const { app, host } = await scene().conversation({ own: true })
    const elsewhere = app.button('New conversation')
    await app.message.fill('/what/is this')
    await leave(host, () => app.message.press('Enter'), elsewhere)
    await app.answers.filter({ hasText: 'Here.' }).waitFor()
    expect(await isFocused(elsewhere)).toBe(true)
  })

  test('R31 a rule is removed', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo 1')]), message([text('Ran.')]))
    const environment = { PHOENIX_PERMISSIONS: 'ask' }
    const { app, host } = await scene().conversation({ own: true, environment })
    await app.send('Run it')
    await app.button('Always allow here').click()
    await app.answers.filter({ hasText: 'Ran.' }).waitFor()
    await app.button('Settings').click()
    const field = app.page.getByRole('dialog').getByRole('textbox').first()
    const remove = app.page.getByRole('button', { name: /^Remove the rule/ })
    await leave(host, () => remove.click(), field)
    await app.page.getByText('No rules yet.').waitFor()
    expect(await isFocused(field)).toBe(true)
  })

  test('R31 a terminal opens, and the last one ends', async () => {
    const environment = PLAIN_SHELL
    const { app, host } = await scene().conversation({ own: true, environment })
    const elsewhere = app.button('New conversation')
    const rows = app.page.locator('.xterm-rows')
    await leave(host, () => app.page.keyboard.press('ControlOrMeta+;'), elsewhere)
    await rows.getByText(/\S/).first().waitFor()
    expect(await isFocused(elsewhere)).toBe(true)
    const close = app.button('Close terminal')
    await leave(host, () => close.click(), elsewhere)
    await close.waitFor({ state: 'detached' })
    expect(await isFocused(elsewhere)).toBe(true)
    await app.chooseInMenu('Terminal')
    await expect.poll(() => isFocused(app.page.locator('.xterm-helper-textarea'))).toBe(true)
  })
})
