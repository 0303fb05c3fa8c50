import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

/** Presses until the condition holds: a key pressed just as a question appears is ignored. */
async function pressUntil(app: App, key: string, isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await app.page.keyboard.press(key)
      return isSo()
    })
    .toBe(true)
}

/** Presses the key until the element with this name has the focus. */
async function reach(app: App, name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if ((await focused(app)).trim() === name) return
    await app.page.keyboard.press(key)
  }
  throw new Error(`${name} is not reached with ${key}`)
}

/** After every action, the focus must be at a useful place. */
async function hasFocus(app: App, name: string): Promise<void> {
  await expect.poll(async () => (await focused(app)).trim()).toBe(name)
}

async function isSomewhere({ page }: App): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
}

describeInBrowser('a day by keyboard alone', (scene) => {
  test('a conversation is started, approved, stopped, edited, searched, set up, put beside another, archived and brought back, and the focus is never lost', async () => {
    const { folder, model } = scene()
    const host = await scene().host({ own: true, environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const app = await scene().window(host)
    const { page } = app
    const { keyboard } = page
    const dialog = (name: string) => page.getByRole('dialog', { name })
    // From here on there are no clicks, and no field is filled by script.

    await keyboard.press('ControlOrMeta+n')
    await app.folder.waitFor()
    await keyboard.type(folder)
    await keyboard.press('Enter')
    await app.message.waitFor()
    await hasFocus(app, 'Message')

    model.enqueue(message([bash('echo 1 > made')]), message([text('Written down.')]))
    await keyboard.type('Write it down')
    await keyboard.press('Enter')
    await app.approval.waitFor()
    await hasFocus(app, 'Needs your approval')
    await pressUntil(app, 'Enter', async () => existsSync(join(folder, 'made')))
    await app.answers.filter({ hasText: 'Written down.' }).waitFor()
    await app.expectStatus('Idle')
    await hasFocus(app, 'Message')

    model.enqueue(SILENCE)
    await keyboard.type('And think of nothing')
    await keyboard.press('Enter')
    await app.expectStatus(/^Waiting/)
    await keyboard.press('Escape')
    await app.expectStatus('Idle')
    await hasFocus(app, 'Message')

    await reach(app, 'Edit', 'Shift+Tab')
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await hasFocus(app, 'Edit')
    await keyboard.press('Enter')
    await hasFocus(app, 'Message')
    expect(await app.message.inputValue()).toBe('And think of nothing')
    model.enqueue(message([text('Of much.')]))
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('And think of much')
    await keyboard.press('Enter')
    await app.answers.filter({ hasText: 'Of much.' }).waitFor()
    await app.expectStatus('Idle')

    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('Written')
    await page.getByRole('search').getByRole('status').filter({ hasText: /of \d/ }).waitFor()
    await keyboard.press('Escape')
    await hasFocus(app, 'Message')

    await keyboard.press('ControlOrMeta+Shift+f')
    await dialog('Search all conversations').waitFor()
    await keyboard.type('Written')
    await dialog('Search all conversations')
      .getByRole('option')
      .filter({ hasText: 'Written down.' })
      .first()
      .waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await dialog('Search all conversations').waitFor({ state: 'hidden' })
    await isSomewhere(app)

    await keyboard.press('ControlOrMeta+k')
    await dialog('Command palette').waitFor()
    await keyboard.type('Keyboard short')
    await keyboard.press('Enter')
    await dialog('Keyboard shortcuts').waitFor()
    await keyboard.press('Escape')
    await dialog('Keyboard shortcuts').waitFor({ state: 'hidden' })
    await isSomewhere(app)

    await keyboard.press('ControlOrMeta+,')
    await dialog('Settings').waitFor()
    await reach(app, 'Limits')
    await keyboard.press('Enter')
    await page.getByLabel('Tool calls per turn').waitFor()
    await keyboard.press('Escape')
    await dialog('Settings').waitFor({ state: 'hidden' })
    await isSomewhere(app)

    await keyboard.press('ControlOrMeta+n')
    await app.folder.waitFor()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(folder)
    await keyboard.press('Enter')
    await hasFocus(app, 'Message')
    model.enqueue(message([call('ask_user', QUESTION)]), message([text('So be it.')]))
    await keyboard.type('Ask me')
    await keyboard.press('Enter')
    await page.getByRole('alert', { name: 'The agent asks' }).waitFor()
    await keyboard.press('ControlOrMeta+j')
    await dialog('Inbox').waitFor()
    await pressUntil(app, '1', async () =>
      (await app.answers.allInnerTexts()).join('').includes('So be it.'),
    )
    await keyboard.press('Escape')
    await dialog('Inbox').waitFor({ state: 'hidden' })
    await app.expectStatus('Idle')

    await keyboard.press('ControlOrMeta+d')
    await page.getByRole('region', { name: 'Right pane' }).waitFor()
    await isSomewhere(app)
    const before = await focused(app)
    await keyboard.press('F6')
    await keyboard.press('F6')
    await hasFocus(app, before.trim())
    await keyboard.press('ControlOrMeta+Shift+d')
    await page.getByRole('region', { name: 'Right pane' }).waitFor({ state: 'detached' })
    await isSomewhere(app)

    await reachRow(app, 'Write it down')
    await keyboard.press('e')
    await app.row('Write it down').waitFor({ state: 'detached' })
    await keyboard.press('ControlOrMeta+z')
    await app.row('Write it down').waitFor()
    await reachRow(app, 'Write it down')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Write it down' }).waitFor()
    await isSomewhere(app)

    await keyboard.press('ControlOrMeta+.')
    await reach(app, 'Save diagnostics…')
    await keyboard.press('ControlOrMeta+.')
    await hasFocus(app, 'Message')

    await keyboard.press('ControlOrMeta+k')
    await keyboard.type('Review changes')
    await keyboard.press('Enter')
    await dialog('Review changes').getByRole('radio', { name: 'Conversation' }).waitFor()
    expect(await isAt(dialog('Review changes').getByRole('radio', { name: 'Conversation' }))).toBe(
      true,
    )
    await keyboard.press('Escape')
    await hasFocus(app, 'Message')

    await keyboard.press('ControlOrMeta+k')
    await keyboard.type('Delete this')
    await keyboard.press('Enter')
    await hasFocus(app, 'Start a new one')
    await keyboard.press('ControlOrMeta+z')
    await hasFocus(app, 'Message')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})

const QUESTION = { question: 'Which one?', options: [{ label: 'Red' }, { label: 'Blue' }] }

/** Rows are one Tab stop; between them the arrow keys move. */
async function reachRow(app: App, title: string): Promise<void> {
  const list = app.page.getByRole('group', { name: 'Conversations' })
  const isAtRow = (): Promise<boolean> =>
    list.evaluate((group) => group.querySelector('a:focus') !== null)
  for (let step = 0; step < 60 && !(await isAtRow()); step += 1)
    await app.page.keyboard.press('Tab')
  await app.page.keyboard.press('Home')
  for (let step = 0; step < 5 && !(await isAt(app.row(title))); step += 1)
    await app.page.keyboard.press('ArrowDown')
  expect(await isAt(app.row(title))).toBe(true)
}

function isAt(within: Locator): Promise<boolean> {
  return within.evaluate((element) => element.contains(document.activeElement))
}
