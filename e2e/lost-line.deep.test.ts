import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { rememberSockets } from './cut-line.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser, describeInBrowserAlone } from './setup.ts'

describeInBrowser('what is open while the connection is lost', (scene) => {
  test('a dialog that is open when the host ends says so, and its own buttons stay in view', async () => {
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    const dialog = page.getByRole('dialog')
    const said = dialog.getByRole('alert').filter({ hasText: 'Your text is kept' })
    const below = (): Promise<number> =>
      dialog.evaluate((shown) => {
        const buttons = [...shown.querySelectorAll('footer button')]
        const end = Math.max(...buttons.map((each) => each.getBoundingClientRect().bottom))
        return Math.max(0, end - shown.getBoundingClientRect().bottom)
      })
    await app.chooseInMenu('Budget…')
    await dialog.waitFor()
    await host.kill()
    await said.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    for (const size of [
      { width: 1100, height: 760 },
      { width: 400, height: 400 },
    ]) {
      await page.setViewportSize(size)
      await page.keyboard.press('ControlOrMeta+,')
      await said.waitFor()
      expect([size.width, await below()]).toEqual([size.width, 0])
      expect(await focused(app)).not.toBe('Reconnect')
      expect(await dialog.getByText('Can’t reach Phoenix').count()).toBe(1)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  test('a title that is being typed when the host ends stays in its field, until a host can save it', async () => {
    const { app, host } = await scene().conversation({ own: true })
    const name = app.page.getByRole('textbox', { name: 'Name' })
    await app.button('Rename').click()
    await name.fill('A good title')
    await host.kill()
    await app.button('Reconnect').click()
    await name.press('Enter')
    await app.message.focus()
    expect(await name.inputValue()).toBe('A good title')
    await name.press('Escape')
    await name.waitFor({ state: 'detached' })
  })

  test('what fails for the lost connection is said once, by the line of the window, and is over with it', async () => {
    const { model } = scene()
    model.respond(() => message([text('Hi.')]))
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    const said = page.getByText(/Can’t reach Phoenix/)
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hi.' }).waitFor()
    await app.expectStatus('Idle')
    await host.kill()
    await said.waitFor()
    await app.expectStatus('Not connected')
    for (const item of ['Compact', 'Unpin', 'Pin']) {
      await app.button('More').click()
      const found = page.getByRole('button', { name: item, exact: true })
      if ((await found.count()) > 0) await found.click()
      await page.keyboard.press('Escape')
    }
    await app.message.fill('/fork')
    await page.keyboard.press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe('')
    await app.row('Hello').press('Delete')
    await expect.poll(() => said.count()).toBe(1)
    expect(await page.getByRole('status', { name: 'Notice' }).innerText()).toBe('')
    for (const [item, act] of [
      ['System prompt…', 'Save'],
      ['Budget…', 'Save'],
    ] as const) {
      await app.chooseInMenu(item)
      const dialog = page.getByRole('dialog')
      const field = dialog.locator('textarea, input[type=text]').first()
      await field.fill('5')
      const save = dialog.getByRole('button', { name: act, exact: true })
      await save.click()
      await expect.poll(() => save.isEnabled()).toBe(true)
      expect([item, await dialog.getByText(/Can’t reach Phoenix/).count()]).toEqual([item, 1])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })

  test('the files of a folder leave it to the line of their dialog that the connection is lost', async () => {
    const { folder } = scene()
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), `In ${name}`)
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    const dialog = page.getByRole('dialog')
    await page.addInitScript(rememberSockets)
    await page.reload()
    await app.message.pressSequentially('/files')
    await page.getByRole('option', { name: '/files' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('treeitem', { name: 'a.txt' }).click()
    await dialog.getByText('In a.txt').waitFor()
    await page.context().setOffline(true)
    await page.evaluate('cutLine()')
    await dialog.getByText(/Can’t reach Phoenix/).waitFor()
    await dialog.getByRole('treeitem', { name: 'b.txt' }).click()
    await dialog.getByRole('heading', { name: 'b.txt' }).waitFor()
    await dialog.getByText('Reading the file').waitFor()
    expect(await dialog.getByText(/Can’t reach Phoenix/).count()).toBe(1)
    await page.context().setOffline(false)
    await dialog.getByText('In b.txt').waitFor()
  })

  test('the form for a commit leaves it to the line of the window that the connection is lost', async () => {
    const { folder } = scene()
    execFileSync('git', ['init', '-q'], { cwd: folder })
    writeFileSync(join(folder, 'new.ts'), 'new')
    const { app, host } = await scene().conversation({ own: true })
    const dialog = app.page.getByRole('dialog')
    await app.button('More').click()
    await app.button('Review changes').first().click()
    await dialog.getByRole('radio', { name: 'Folder' }).check()
    await dialog.getByRole('button', { name: 'Commit…' }).click()
    await dialog.getByRole('textbox', { name: 'Commit message' }).fill('First')
    await host.kill()
    const said = dialog.getByText(/Can’t reach Phoenix/)
    await said.waitFor()
    for (const name of ['Draft message', 'Commit']) {
      const button = dialog.getByRole('button', { name, exact: true })
      await button.click()
      await expect.poll(() => button.isEnabled()).toBe(true)
      expect([name, await dialog.getByRole('alert').count()]).toEqual([name, 1])
    }
  })

  test('settings that were changed while the connection was lost are saved when it is back, also if Settings are closed by then', async () => {
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await page.addInitScript(rememberSockets)
    await page.reload()
    await app.message.waitFor()
    await app.button('Settings').click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const command = dialog.getByRole('textbox', { name: 'Editor' })
    const effort = dialog.getByRole('combobox', { name: 'Effort' })
    await command.waitFor()
    await page.context().setOffline(true)
    await page.evaluate('cutLine()')
    await dialog.getByText(/Can’t reach Phoenix/).waitFor()
    await command.fill('zed')
    await effort.selectOption('High')
    expect(await dialog.getByText(/Can’t reach Phoenix/).count()).toBe(1)
    await app.closeSettings()
    await page.context().setOffline(false)
    await page.getByText(/Can’t reach Phoenix/).waitFor({ state: 'detached' })
    const other = await app.secondTab()
    await other.button('Settings').click()
    const saved = other.page.getByRole('dialog', { name: 'Settings' })
    await expect.poll(() => saved.getByRole('textbox', { name: 'Editor' }).inputValue()).toBe('zed')
    expect(await saved.getByRole('combobox', { name: 'Effort' }).inputValue()).toBe('high')
    await app.button('Settings').click()
    expect(await command.inputValue()).toBe('zed')
    expect(await dialog.getByText('unsaved changes').count()).toBe(0)
  })

  test('search, find and inspector leave it to the line of the window that the connection is lost, and go on when it is back', async () => {
    const { model } = scene()
    model.respond(() => message([text('About herons.')]))
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    await page.addInitScript(rememberSockets)
    await page.reload()
    await app.send('Hello')
    await app.answers.filter({ hasText: 'About herons.' }).waitFor()
    await app.expectStatus('Idle')
    const said = page.getByText(/Can’t reach Phoenix/).filter({ visible: true })
    const setOnline = (isOnline: boolean): Promise<void> => page.context().setOffline(!isOnline)
    const cut = async (): Promise<void> => {
      await setOnline(false)
      await page.evaluate('cutLine()')
      await said.first().waitFor()
    }
    await page.keyboard.press('ControlOrMeta+.')
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    const slider = panel.getByRole('slider', { name: 'Event' })
    await slider.press('Home')
    await page.getByText(/^As it was after event 1 of/).waitFor()
    await page.keyboard.press('ControlOrMeta+F')
    const bar = page.getByRole('search', { name: 'Find in this conversation' })
    await cut()
    await slider.press('ArrowRight')
    await bar.getByRole('textbox').fill('heron')
    await panel.getByText(/^Event 2 of/).waitFor()
    expect(await said.count()).toBe(1)
    await setOnline(true)
    await page.getByText(/^As it was after event 2 of/).waitFor()
    await bar.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+Shift+F')
    const field = page.getByRole('combobox', { name: 'Search all conversations' })
    await field.waitFor()
    await cut()
    await field.fill('heron')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Retrying…').waitFor()
    expect(await dialog.getByText(/Can’t reach Phoenix/).count()).toBe(1)
    await setOnline(true)
    await dialog.getByRole('option').filter({ hasText: 'About herons.' }).waitFor()
    expect(await said.count()).toBe(0)
  })

  test.each(['Choose a folder', 'Review changes'])(
    'R31 Reconnect in a dialog leaves the focus to the dialog when it goes: %s',
    async (name) => {
      const { app } = await scene().conversation({ own: true })
      const { page } = app
      await page.addInitScript(rememberSockets)
      await page.reload()
      await app.message.waitFor()
      if (name === 'Choose a folder') {
        await app.button('New conversation').click()
        await app.button('Choose…').click()
      } else {
        await app.button('More').click()
        await app.button('Review changes').first().click()
      }
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      await page.context().setOffline(true)
      await page.evaluate('cutLine()')
      const reconnect = dialog.getByRole('button', { name: 'Reconnect' })
      await reconnect.focus()
      await page.context().setOffline(false)
      await reconnect.waitFor({ state: 'detached' })
      const isInside = (): Promise<boolean> =>
        dialog.evaluate((shown) => shown.contains(document.activeElement))
      await expect.poll(isInside).toBe(true)
    },
  )
})

describeInBrowserAlone('a host that is started again at another address', (scene) => {
  test('is not at the address of its old windows: they say how to go on, and keep the text', async () => {
    const { app, host } = await scene().conversation({ own: true })
    await app.message.fill('Not sent')
    await host.kill()
    await scene().host({ dataFolder: host.dataFolder })
    const said = app.page.getByText(/Your text is kept until you close this window/)
    await said
      .filter({ hasText: 'If it was started again, open the address that it prints' })
      .waitFor()
    await app.button('Reconnect').click()
    await said.waitFor()
    expect(await app.message.inputValue()).toBe('Not sent')
  })
})
