import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { App } from './app.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { freshFolder } from './support/host.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

const fieldOf = (app: App, name: string): Locator => app.page.getByRole('textbox', { name })
const value = (field: Locator) => () => field.inputValue()

/** Goes to the form for a new conversation, and back. */
async function goAndReturn(app: App, title: string): Promise<void> {
  await app.button('New conversation').click()
  await app.message.waitFor({ state: 'detached' })
  await app.row(title).click()
  await app.message.waitFor()
}

describeInBrowser('typed text', (scene) => {
  test('the reason and the edited command of a call are still there after another conversation', async () => {
    scene().model.enqueue(message([bash('echo one')]), message([text('Made.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it')
    await app.approval.waitFor()
    await fieldOf(app, 'Reason').fill('Use two')
    await app.button('Edit…').click()
    await fieldOf(app, 'Command').fill('echo two')
    await goAndReturn(app, 'Make it')
    await expect.poll(value(fieldOf(app, 'Reason'))).toBe('Use two')
    await app.button('Edit…').click()
    await expect.poll(value(fieldOf(app, 'Command'))).toBe('echo two')
    await app.button('Run this instead').click()
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
  })

  test('so are an answer in own words, and a system prompt that was left with Esc', async () => {
    scene().model.enqueue(message([call('ask_user', { question: 'Which?' })]))
    const { app } = await scene().conversation()
    await app.send('Ask me')
    const answer = fieldOf(app, 'Your answer')
    await answer.fill('The blue one')
    await goAndReturn(app, 'Ask me')
    await expect.poll(value(answer)).toBe('The blue one')
    const prompt = fieldOf(app, 'System prompt')
    await app.chooseInMenu('System prompt…')
    await prompt.fill('Be brief.')
    await prompt.press('Escape')
    await prompt.waitFor({ state: 'detached' })
    await app.chooseInMenu('System prompt…')
    expect(await prompt.inputValue()).toBe('Be brief.')
    await app.button('Discard').click()
    expect(await prompt.inputValue()).toBe('')
  })

  test('so are the ticked choices of a question, and they are sent', async () => {
    const options = ['SQLite', 'Postgres', 'MariaDB'].map((label) => ({ label }))
    const question = { question: 'Which?', options, multi_select: true }
    scene().model.enqueue(message([call('ask_user', question)]), message([text('So be it.')]))
    const { app } = await scene().conversation()
    await app.send('Let me choose')
    const option = (name: string): Locator =>
      app.page.getByRole('alert', { name: 'The agent asks' }).getByRole('button', { name })
    const isTicked = (name: string) => option(name).getAttribute('aria-pressed')
    for (const name of ['SQLite', 'Postgres', 'MariaDB', 'Postgres']) await option(name).click()
    await fieldOf(app, 'Your answer').fill('both')
    await goAndReturn(app, 'Let me choose')
    await option('SQLite').waitFor()
    expect(await Promise.all(options.map(({ label }) => isTicked(label)))).toEqual([
      'true',
      'false',
      'true',
    ])
    await expect.poll(() => option('Answer').isEnabled()).toBe(true)
    await option('Answer').click()
    await app.answers.filter({ hasText: 'So be it.' }).waitFor()
    const told = JSON.stringify(scene().model.requests.at(-1)?.body)
    expect(told).toContain('The user chose: SQLite, MariaDB')
    expect(told).toContain('The user answered: both')
    expect(app.complaints).toEqual([])
  })

  test.each([
    ['Reason', bash('echo one')],
    ['Command', bash('echo one')],
    ['Your answer', call('ask_user', { question: 'Which?' })],
  ] as const)(
    'what was typed about a call that a kill of the host closed is then in the message field: %s',
    async (name, asked) => {
      scene().model.enqueue(message([asked]))
      const { app, host } = await scene().conversation({ own: true, ...ASK })
      const port = new URL(app.page.url()).port
      await app.send('Ask me')
      await app.page.getByRole('alert').first().waitFor()
      if (name === 'Command') await app.button('Edit…').click()
      await fieldOf(app, name).fill('The blue one')
      await app.message.fill('Begun')
      await host.kill()
      const again = await scene().host({ dataFolder: host.dataFolder, port, ...ASK })
      await app.page.getByText(/access has ended/).waitFor()
      const tab = await app.page.context().newPage()
      await tab.goto(/http:\S+/.exec(again.printed)?.[0] ?? '')
      await App.in(tab)
      await app.page.getByRole('button', { name: 'Try again' }).click()
      await app.expectStatus('Idle')
      await expect.poll(value(app.message)).toBe('The blue one\n\nBegun')
      expect(await fieldOf(app, name).count()).toBe(0)
    },
  )

  test.for([
    ['Reason', bash('echo one'), 'Allow once'],
    ['Command', bash('echo one'), 'Deny'],
    ['Your answer', call('ask_user', { question: 'Which?' }), 'Answer'],
  ] as const)(
    'what was typed about a call that another window answers is then in the message field, but not what answered it: %s',
    async ([name, asked, answer], { skip }) => {
      scene().model.enqueue(message([asked]), message([text('Done.')]))
      const { app } = await scene().conversation(ASK)
      skip(app.page.context().browser() === null, 'Electron has one window')
      await app.send('Ask me')
      await app.page.getByRole('alert').first().waitFor()
      if (name === 'Command') await app.button('Edit…').click()
      await fieldOf(app, name).fill('The blue one')
      const other = await app.secondTab()
      await other.page.getByRole('alert').first().waitFor()
      if (name !== 'Command') await fieldOf(other, name).fill('Red')
      await other.button(answer).click()
      await app.answers.filter({ hasText: 'Done.' }).waitFor()
      await expect.poll(value(app.message)).toBe('The blue one')
      await expect.poll(value(other.message)).toBe('The blue one')
      expect([app.complaints, other.complaints]).toEqual([[], []])
    },
  )

  test('so is what was typed in the dialogs of a conversation, until it is saved or discarded', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    const note = page.getByText('Your unsaved changes are still here.')
    const dollars = page.getByLabel('Budget in US dollars')
    await app.chooseInMenu('Budget…')
    await dollars.fill('7')
    await page.keyboard.press('Escape')
    await dollars.waitFor({ state: 'detached' })
    await app.chooseInMenu('Budget…')
    await note.waitFor()
    expect(await dollars.inputValue()).toBe('7')
    await app.button('Discard').click()
    expect(await dollars.inputValue()).toBe('')
    await dollars.fill('8')
    await app.button('Save').click()
    await dollars.waitFor({ state: 'detached' })
    await app.chooseInMenu('Budget…')
    expect(await dollars.inputValue()).toBe('8')
    expect(await note.count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(app.complaints).toEqual([])
  })

  test('so are a model’s name, the folder and the branch of a new conversation, and the name of a new token', async () => {
    const { app } = await scene().conversation()
    const { page } = app
    const dialog = page.getByRole('dialog', { name: 'Model of this conversation' })
    const model = dialog.getByRole('combobox', { name: 'Model' })
    const opener = page.getByRole('button', { name: /^Model/ })
    await opener.first().click()
    await model.fill('my-mod')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opener.first().click()
    expect(await model.inputValue()).toBe('my-mod')
    await dialog.getByText('Nothing chosen yet.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()

    await app.button('New conversation').click()
    const branch = fieldOf(app, 'Branch')
    await app.folder.fill('/somewhere/else')
    await page.getByRole('checkbox', { name: 'Work in a separate git worktree' }).check()
    await branch.fill('mine')
    await page.goBack()
    await app.message.waitFor()
    await app.button('New conversation').click()
    await expect.poll(value(app.folder)).toBe('/somewhere/else')
    expect(await branch.inputValue()).toBe('mine')
    await page.reload()
    await expect.poll(value(app.folder)).toBe('/somewhere/else')
    expect(await branch.inputValue()).toBe('mine')
    await page.getByRole('checkbox', { name: 'Work in a separate git worktree' }).uncheck()
    await app.startConversation(scene().folder)
    await app.message.waitFor()
    await app.button('New conversation').click()
    await expect.poll(value(app.folder)).toBe(scene().folder)

    const name = fieldOf(app, 'Name of the tool')
    await app.button('Settings').click()
    await app.button('Create token').click()
    await name.fill('report')
    await app.closeSettings()
    await app.button('Settings').click()
    expect(await name.inputValue()).toBe('report')
    await app.button('Cancel').click()
    await app.button('Create token').click()
    expect(await name.inputValue()).toBe('')
    await app.closeSettings()
    expect(app.complaints).toEqual([])
  })

  test('what was typed about a new endpoint is kept when the form for a local model is opened and closed, which keeps its own', async () => {
    const host = await scene().host({ own: true, environment: { ANTHROPIC_API_KEY: '' } })
    const app = await scene().window(host)
    const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
    const name = dialog.getByRole('textbox', { name: 'Name' })
    const close = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await app.closeSettings()
    }
    await app.button('Settings').click()
    await app.button('Add endpoint').click()
    await name.fill('lab')
    await close()
    for (const typed of ['ollama', 'ollama', 'mine']) {
      await app.button('Use a local model').click()
      expect(await name.inputValue()).toBe('ollama')
      expect(await dialog.getByText('Your unsaved changes are still here.').count()).toBe(0)
      await name.fill(typed)
      await close()
    }
    await app.button('Use a local model').click()
    expect(await name.inputValue()).toBe('mine')
    await close()
    await app.button('Settings').click()
    await app.button('Add endpoint').click()
    expect(await name.inputValue()).toBe('lab')
    expect(app.complaints).toEqual([])
  })

  test('a name that is being typed is saved when the conversation is left with Back', async () => {
    const { app } = await scene().conversation()
    scene().model.enqueue(message([text('Hello.')]))
    await app.send('Hi')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.startConversation(freshFolder('other'))
    await app.answers.waitFor({ state: 'detached' })
    await app.message.waitFor()
    await app.row('Hi').click()
    await app.answers.waitFor()
    await app.button('Rename').click()
    await fieldOf(app, 'Name').fill('Named on the way')
    await app.page.evaluate(() => history.back())
    await app.answers.waitFor({ state: 'detached' })
    await app.row('Named on the way').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('R14 a draft typed in a second window is shown in the first, and no message of the first takes it', async ({
    skip,
  }) => {
    const { app } = await scene().conversation()
    skip(app.page.context().browser() === null, 'Electron has one window')
    scene().model.enqueue(message([text('Hello.')]))
    await app.send('Hi')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    const other = await app.secondTab()
    await other.message.fill('A long thought')
    await expect.poll(value(app.message)).toBe('A long thought')
    await app.message.fill('A long thought, and more')
    await expect.poll(value(other.message)).toBe('A long thought, and more')
    scene().model.enqueue(message([text('Indeed.')]))
    await app.send('A long thought, and more')
    await app.answers.filter({ hasText: 'Indeed.' }).waitFor()
    await expect.poll(value(other.message)).toBe('')
    expect(app.complaints).toEqual([])
  })

  test('so is a half-typed setting after a reload, but not a half-typed key', async () => {
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    const dollars = page.getByLabel('Budget in US dollars')
    const key = page.getByLabel('API key', { exact: true })
    await app.button('Settings').click()
    await key.fill('sk-half')
    await dollars.fill('7')
    await page.reload()
    await app.message.waitFor()
    const stored: unknown = await page.evaluate('JSON.stringify([sessionStorage, localStorage])')
    expect(stored).not.toContain('sk-half')
    await app.button('Settings').click()
    await page.getByText('Your unsaved changes are still here.').waitFor()
    expect([await dollars.inputValue(), await key.inputValue()]).toEqual(['7', ''])
    await app.closeSettings()
    await app.button('Settings').click()
    expect(await dollars.inputValue()).toBe('7')
    expect(await page.getByText('Your unsaved changes are still here.').count()).toBe(0)
  })
})
