import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import type { App } from './app.ts'
import { bash, change, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { focused, isFocused } from './support/focus.ts'
import { HeldBack } from './held-back.ts'
import { describeInBrowserAlone } from './setup.ts'

const CHANGING = { PHOENIX_PERMISSIONS: 'auto' }

async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

/** Two turns, each of which edits a file. */
async function edited({ folder, model }: Scene, app: App): Promise<void> {
  for (const [name, said] of [
    ['a.txt', 'First'],
    ['b.txt', 'Second'],
  ] as const) {
    writeFileSync(join(folder, name), 'old\n')
    model.enqueue(message([change(edit(name, 'old', 'new'))]), message([text(`${said} is done.`)]))
    await app.send(said)
    await app.answers.filter({ hasText: `${said} is done.` }).waitFor()
    await app.expectStatus('Idle')
  }
}

describeInBrowserAlone('a button that goes away when it is pressed', (scene) => {
  test('R31 leaves the focus to the message field: Continue, Restore, Go back to this, Undo', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ environment: CHANGING })
    const { page } = app
    const dialog = page.getByRole('dialog')
    await edited(scene(), app)
    model.enqueue(SILENCE, message([text('Here again.')]))
    await app.send('Third')
    await app.expectStatus(/^Waiting/)
    await app.button('Stop').click()
    await press(app.button('Continue'))
    await app.answers.filter({ hasText: 'Here again.' }).waitFor()
    await expect.poll(() => focused(app)).toBe('Message')
    await app.expectStatus('Idle')
    await press(app.questions.nth(1).getByRole('button', { name: 'More actions' }))
    await press(app.button('Restore to before this'))
    await dialog.getByText('b.txt').waitFor()
    await press(dialog.getByRole('button', { name: 'Restore' }))
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Message')
    await page.getByText('Rewound: the model no longer sees').first().click()
    await press(app.button('Go back to this').first())
    await app.button('Go back to this').waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Message')
    await press(app.button('Undo edits to 1 file').first())
    await dialog.getByText('a.txt').waitFor()
    await press(dialog.getByRole('button', { name: 'Undo', exact: true }))
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Message')
  })

  test('R31 so does Undo of a notice', async () => {
    const { model } = scene()
    model.enqueue(message([text('Done.')]))
    const { app } = await scene().conversation()
    const notice = app.page.getByRole('status', { name: 'Notice' })
    await app.send('First')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.page.keyboard.press('ControlOrMeta+k')
    await app.page.keyboard.type('Archive this')
    await app.page.keyboard.press('Enter')
    await press(notice.getByRole('button', { name: 'Undo' }))
    await notice.getByRole('button').waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Message')
  })

  test('R31 where a deleted conversation was, the way on has the focus: after Undo without a host', async () => {
    const { model } = scene()
    model.enqueue(message([text('Done.')]))
    const { app, host } = await scene().conversation({ own: true })
    const notice = app.page.getByRole('status', { name: 'Notice' })
    await app.send('First')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.expectStatus('Idle')
    await app.row('First').press('Delete')
    await notice.getByRole('button', { name: 'Undo' }).focus()
    await host.kill()
    await app.page.getByText(/Can’t reach Phoenix/).waitFor()
    await press(notice.getByRole('button', { name: 'Undo' }))
    await notice.getByRole('button').waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Start a new one')
  })

  test('R31 Undo of a notice can be clicked over an open dialog, also one that opens over another, which keeps the focus', async () => {
    const { model } = scene()
    model.respond(() => message([text('Done.')]))
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    const notice = page.getByRole('status', { name: 'Notice' })
    for (const title of ['First', 'Second']) {
      if (title === 'Second') await app.startConversation(scene().folder)
      await app.send(title)
      await app.answers.filter({ hasText: 'Done.' }).waitFor()
    }
    for (const [keys, role, name] of [
      ['ControlOrMeta+k', 'combobox', 'Command palette'],
      ['ControlOrMeta+Comma', 'textbox', 'Name'],
    ] as const) {
      await app.row('First').press('e')
      await app.row('First').waitFor({ state: 'hidden' })
      await page.keyboard.press(keys)
      if (role === 'textbox') await app.button('Add endpoint').click()
      const field = page.getByRole(role, { name, exact: true })
      await field.focus()
      await notice.getByRole('button', { name: 'Undo' }).click()
      await notice.getByRole('button').waitFor({ state: 'hidden' })
      await expect.poll(() => isFocused(field)).toBe(true)
      while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
      await app.row('First').waitFor()
    }
    await app.row('First').press('e')
    await press(notice.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => focused(app)).toBe('Message')
  })

  test('R31 the last row that is archived leaves it to the message field', async () => {
    const { model } = scene()
    model.enqueue(message([text('Done.')]))
    const { app } = await scene().conversation({ own: true })
    await app.send('First')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.row('First').focus()
    await app.page.keyboard.press('e')
    await app.page.getByText('All conversations are archived.').waitFor()
    await expect.poll(() => focused(app)).toBe('Message')
  })

  test('R31 a button that is disabled while its work runs has the focus again after it', async () => {
    const { app } = await scene().conversation()
    await app.button('Settings').click()
    await press(app.button('Test connection'))
    await app.page.getByText('no answer was scripted').waitFor()
    await expect.poll(() => focused(app)).toBe('Test connection')
  })

  test('R31 the form of a new conversation takes the keys with its pane: F6, and the end of the other pane', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    const isFolderFocused = (): Promise<boolean> => isFocused(app.folder)
    await page.keyboard.press('ControlOrMeta+d')
    await expect.poll(isFolderFocused).toBe(true)
    await page.keyboard.press('F6')
    await expect.poll(() => focused(app)).toBe('Message')
    await page.keyboard.press('F6')
    await expect.poll(isFolderFocused).toBe(true)
    await page.keyboard.press('F6')
    await expect.poll(() => focused(app)).toBe('Message')
    await page.keyboard.press('ControlOrMeta+Shift+d')
    await app.message.waitFor({ state: 'hidden' })
    await expect.poll(isFolderFocused).toBe(true)
  })

  test('R31 whoever went elsewhere before it goes away stays there', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(SILENCE, message([text('Here again.')]))
    await app.send('First')
    await app.expectStatus(/^Waiting/)
    await app.button('Stop').click()
    await app.button('Continue').focus()
    await app.questions.first().getByText('First').click()
    const before = await focused(app)
    const other = await app.secondTab()
    await other.button('Continue').click()
    await app.answers.filter({ hasText: 'Here again.' }).waitFor()
    await app.expectStatus('Idle')
    expect([before, await focused(app)]).not.toContain('Message')
    await other.close()
  })

  test('R31 so does a dialog that was opened from a card which is gone when it closes', async () => {
    const { model } = scene()
    model.enqueue(message([bash('echo 1')]), message([text('Ran.')]))
    const environment = { PHOENIX_PERMISSIONS: 'ask' }
    const { app } = await scene().conversation({ own: true, environment })
    const { page } = app
    await app.send('Run it')
    await app.approval.focus()
    await page.keyboard.press('ControlOrMeta+j')
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    await inbox.getByRole('button', { name: 'Allow once' }).click()
    await inbox.getByText('Nothing needs you').waitFor()
    await app.answers.filter({ hasText: 'Ran.' }).waitFor()
    await page.keyboard.press('Escape')
    await inbox.waitFor({ state: 'hidden' })
    await expect.poll(() => focused(app)).toBe('Message')
  })

  test('leaves it to the button in its place: a key is saved, replaced and removed by keyboard', async () => {
    const { app } = await scene().conversation({
      own: true,
      environment: { ANTHROPIC_API_KEY: '' },
    })
    await app.button('Settings').click()
    const dialog = app.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Keep keys' }).selectOption({ index: 0 })
    const field = dialog.getByRole('textbox', { name: 'API key' })
    await field.fill('first')
    await field.press('Tab')
    await expect.poll(() => isFocused(app.button('Remove key'))).toBe(true)
    await field.fill('second')
    await press(app.button('Replace key'))
    await expect.poll(() => isFocused(app.button('Remove key'))).toBe(true)
    await app.page.keyboard.press('Enter')
    await expect.poll(() => isFocused(app.button('Keep key'))).toBe(true)
    await app.page.keyboard.press('Enter')
    await expect.poll(() => isFocused(app.button('Remove key'))).toBe(true)
    await app.page.keyboard.press('Enter')
    await press(app.button('Remove it'))
    await expect.poll(() => isFocused(field)).toBe(true)
  })
})

describeInBrowserAlone('a conversation that is opened late', (scene) => {
  test('R31 leaves the focus to whoever went elsewhere meanwhile, and takes it otherwise', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    model.enqueue(message([text('Yes.')]), message([text('No.')]))
    await app.send('First')
    await app.expectStatus('Idle')
    await app.startConversation(scene().folder)
    await app.send('Second')
    await app.expectStatus('Idle')
    const held = await HeldBack.in(app)
    await expect.poll(() => focused(app)).toBe('Message')
    held.hold('conversation.open')
    await app.row('First').press('Enter')
    await held.one()
    await app.row('Second').press('F2')
    await page.keyboard.type('Renamed ')
    held.goOn()
    await app.answers.filter({ hasText: 'Yes.' }).waitFor()
    await page.keyboard.type('by keys')
    await page.keyboard.press('Enter')
    await app.row('Renamed by keys').waitFor()
    expect(await app.message.inputValue()).toBe('')
    await app.row('Renamed by keys').press('Enter')
    await held.one()
    held.goOn()
    await app.answers.filter({ hasText: 'No.' }).waitFor()
    await expect.poll(() => focused(app)).toBe('Message')
    expect(app.complaints).toEqual([])
  })
})
