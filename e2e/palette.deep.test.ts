import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '../src/renderer/features/settings/setting-names.ts'
import { SETTING_SECTIONS } from '../src/renderer/features/settings/sections/settings-sections.ts'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused, isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

async function choose(app: App, typed: string): Promise<void> {
  await app.page.keyboard.press('Control+k')
  const palette = app.page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor()
  await app.page.keyboard.type(typed)
  await app.page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
}

/** Picks the setting among the matches, as a person does. */
async function showSetting(app: App, name: string): Promise<void> {
  await app.page.keyboard.press('Control+k')
  const palette = app.page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor()
  await app.page.keyboard.type(name)
  const titles = await palette.getByRole('option').allTextContents()
  const at = titles.findIndex((each) => each.trim() === `${name} Setting`)
  expect(at, `${name} in ${titles.join(', ')}`).toBeGreaterThanOrEqual(0)
  for (let step = 0; step < at; step += 1) await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  await app.page.getByRole('dialog', { name: 'Settings' }).waitFor()
}

async function closeSettings(app: App): Promise<void> {
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' })
}

/** The labels of the focused control: its own name and that of its group. */
async function namesOfFocused(page: Page): Promise<readonly (string | undefined)[]> {
  return page.evaluate(() => {
    const control = document.activeElement
    const group = control?.closest('fieldset, section, details')
    const isLabelled = control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    const labels = isLabelled ? [...(control.labels ?? [])] : []
    return [...labels, group?.querySelector('legend, h3, summary')].map((label) =>
      label?.textContent.trim(),
    )
  })
}

/** Names shown in Settings, without those within a group that has one. */
const NAMES = 'label, legend, h3, summary'
const WITHIN_A_GROUP = 'details label, fieldset label'

describeInBrowser('the command palette', (scene) => {
  test('runs a command, opens a conversation and shows every setting with the keyboard only', async () => {
    const { app } = await scene().conversation()
    scene().model.enqueue(message([text('Green.')]))
    await app.send('Which colour?')
    await app.answers.filter({ hasText: 'Green.' }).waitFor()
    await choose(app, 'rename this')
    await app.page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await app.page.keyboard.type('Paint the door')
    await app.page.keyboard.press('Enter')
    await app.row('Paint the door').waitFor()
    await choose(app, 'new conv')
    await app.folder.waitFor()
    await choose(app, 'paint door')
    await app.message.waitFor()
    await expect.poll(() => app.page.title()).toContain('Phoenix')
    for (const name of SETTING_NAMES) {
      await showSetting(app, name)
      expect(await namesOfFocused(app.page)).toContain(name)
      await closeSettings(app)
    }
    expect(app.complaints).toEqual([])
  })

  test('leads from words without a match to the search of all conversations', async () => {
    const { app } = await scene().conversation()
    await choose(app, 'qqqzzz')
    const field = app.page.getByRole('combobox', { name: 'Search all conversations' })
    await expect.poll(() => field.inputValue()).toBe('qqqzzz')
  })

  test('pins, archives and deletes the open conversation as its row does, and switches theme and network', async () => {
    const { app } = await scene().conversation({ own: true })
    scene().model.enqueue(message([text('Green.')]))
    await app.send('Which colour?')
    await app.answers.filter({ hasText: 'Green.' }).waitFor()
    await app.expectStatus('Idle')
    const theme = (): Promise<string | undefined> =>
      app.page.evaluate(() => document.documentElement.dataset['theme'])
    await choose(app, 'dark theme')
    await expect.poll(theme).toBe('dark')
    await choose(app, 'system’s theme')
    await expect.poll(theme).toBeUndefined()
    for (const [typed, next] of [
      ['network off', 'network on'],
      ['pin this', 'unpin this'],
    ] as const) {
      await choose(app, typed)
      await choose(app, next)
    }
    await choose(app, 'archive this')
    const undo = app.page.getByRole('button', { name: 'Undo', exact: true })
    await undo.click()
    await app.row('Which colour?').waitFor()
    const focusedItem = (): Promise<string | null> =>
      app.page.evaluate(() => document.activeElement?.querySelector('span')?.textContent ?? null)
    const more = app.button('More').first()
    await more.click()
    expect(await focusedItem()).toBe('Review changes')
    await more.click()
    await expect.poll(focusedItem).toBeNull()
    // A key that follows at once finds the focus in the menu.
    const isInMenu = await more.evaluate((button) => {
      ;(button as HTMLElement).click()
      return document.activeElement?.closest('[popover]') !== null
    })
    expect(isInMenu).toBe(true)
    expect(await focusedItem()).toBe('Review changes')
    await app.page.keyboard.press('End')
    expect(await focusedItem()).toBe('Delete')
    await app.page.keyboard.press('ArrowDown')
    expect(await focusedItem()).toBe('Review changes')
    await app.page.keyboard.press('Delete')
    await app.row('Which colour?').waitFor({ state: 'detached' })
    await undo.click()
    await app.row('Which colour?').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('lists every setting of the dialog', async () => {
    const { app } = await scene().conversation()
    await showSetting(app, 'Theme')
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    const names = await settings
      .locator(NAMES)
      .and(app.page.locator(`:not(${WITHIN_A_GROUP})`))
      .allTextContents()
    const shown = names.map((name) => name.trim())
    const headings = SETTING_SECTIONS.filter((each) => !SETTING_NAMES.some((name) => name === each))
    expect(shown.filter((name) => !headings.some((each) => each === name))).toEqual(SETTING_NAMES)
  })

  test('leads from a setting that is not available to the one that decides that', async () => {
    const { app } = await scene().conversation({ own: true })
    await showSetting(app, 'Messages while the agent is busy')
    await app.page.getByLabel('Messages while the agent is busy').selectOption('interrupt')
    await app.closeSettings()
    await showSetting(app, 'Enter while the agent is busy')
    expect(await namesOfFocused(app.page)).toContain('Messages while the agent is busy')
  })

  test.each(['Control+/', 'Control+k'])(
    'opens by its key in the moment after the dialog of %s has closed',
    async (key) => {
      const { app } = await scene().conversation()
      await app.page.keyboard.press(key)
      await app.page.getByRole('dialog').waitFor()
      await app.page.evaluate(async () => {
        const dialog = document.querySelector('dialog')
        const hasTold = new Promise((resolve) => dialog?.addEventListener('close', resolve))
        dialog?.close()
        const pressed = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
        document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))
        await hasTold
      })
      await app.page.getByRole('combobox', { name: 'Command palette' }).fill('theme')
      await app.page.getByRole('option', { name: 'Theme Setting' }).waitFor()
    },
  )

  test('opens from a title that is being typed, which is kept', async () => {
    const { app } = await scene().conversation()
    const { keyboard } = app.page
    await app.button('Rename').press('Enter')
    await keyboard.type('Half a name')
    await keyboard.press('Control+k')
    await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await keyboard.press('Escape')
    await app.page.getByRole('heading', { name: 'Half a name' }).waitFor()
  })

  test('closed over a conversation that has loaded behind it, leaves the focus to the message field', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const { keyboard } = app.page
    const palette = app.page.getByRole('dialog', { name: 'Command palette' })
    model.enqueue(message([text('Green.')]))
    await app.send('Which colour?')
    await app.answers.filter({ hasText: 'Green.' }).waitFor()
    await app.button('New conversation').click()
    await app.folder.waitFor()
    const held: (() => void)[] = []
    let isHeld = false
    await app.page.routeWebSocket(/.*/, (page) => {
      const host = page.connectToServer()
      host.onMessage((frame) => (isHeld ? held.push(() => page.send(frame)) : page.send(frame)))
    })
    await app.page.reload()
    await app.folder.waitFor()
    isHeld = true
    await choose(app, 'Which colour')
    await app.folder.waitFor({ state: 'hidden' })
    await keyboard.press('Control+k')
    await palette.waitFor()
    isHeld = false
    for (const send of held) send()
    await app.answers.filter({ hasText: 'Green.' }).waitFor()
    await keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await expect.poll(() => focused(app)).toBe('Message')
  })

  test('explains what cannot be done now, and stays open', async () => {
    const { app } = await scene().conversation()
    await app.page.keyboard.press('Control+k')
    const palette = app.page.getByRole('dialog', { name: 'Command palette' })
    await app.page.keyboard.type('compact')
    await app.page.keyboard.press('Enter')
    await palette.getByRole('status').filter({ hasText: 'Not available now' }).waitFor()
    await app.page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await isFocused(app.message)).toBe(true)
    await app.page.keyboard.press('Control+n')
    await app.folder.waitFor()
    for (const typed of ['Find in this', 'Inspector', 'Stop and send']) {
      await app.page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(typed)
      await app.page.keyboard.press('Enter')
      await palette.getByRole('status').filter({ hasText: 'No conversation is open' }).waitFor()
      await app.page.keyboard.press('Escape')
      await palette.waitFor({ state: 'detached' })
    }
  })
})
