import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

/** The folder's command leads to the place where a person allows it, and sends nothing. */
async function allowReview(app: App): Promise<void> {
  await app.message.fill('/review')
  await app.message.press('Enter')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Allow command /review' }).click()
  await settings.getByRole('button', { name: 'Stop allowing command /review' }).waitFor()
  await app.page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  await app.alert.filter({ hasText: 'you haven’t allowed it yet' }).waitFor()
  await app.message.fill('')
}

function chip(app: App, path: string): Locator {
  const list = app.page.getByRole('list', { name: 'Named files and folders' })
  return list.getByRole('listitem').filter({ hasText: path })
}

/** Of all chips, as a person reads them. */
async function wordsOf(app: App): Promise<readonly string[]> {
  const list = app.page.getByRole('list', { name: 'Named files and folders' })
  const all = await list.getByRole('listitem').allTextContents()
  return all.map((each) => each.replace(/\s+/g, ' ').trim())
}

describeInBrowser('naming files and commands in a message', (scene) => {
  function write(path: string, words: string): void {
    const { folder } = scene()
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), words)
  }

  test('@ finds a file with the keyboard only; the model gets its path and its text', async () => {
    write('src/parts/door.ts', 'export const colour = "green"')
    write('src/window.ts', 'export {}')
    const { app } = await scene().conversation()
    const list = app.page.getByRole('listbox', { name: 'Files and folders' })
    await app.message.pressSequentially('What is in @prt')
    await list.getByRole('option', { name: 'src/parts/', exact: true }).waitFor()
    await app.message.press('Tab')
    await list.getByRole('option', { name: 'src/parts/door.ts' }).waitFor()
    await app.message.press('ArrowDown')
    await app.message.press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe('What is in @src/parts/door.ts ')
    await chip(app, 'src/parts/door.ts').filter({ hasText: 'its text' }).waitFor()
    expect(await app.page.getByRole('list', { name: 'Attachments' }).count()).toBe(0)
    await app.message.pressSequentially('?')
    scene().model.enqueue(message([text('A colour.')]))
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'A colour.' }).waitFor()
    const sent = JSON.stringify(scene().model.requests.at(-1)?.body)
    expect(sent).toContain('What is in @src/parts/door.ts ?')
    expect(sent).toContain('export const colour')
    expect(app.complaints).toEqual([])
  })

  test('Enter right after a name waits until its file is attached', async () => {
    write('src/door.ts', 'export const colour = "green"')
    const { app } = await scene().conversation()
    scene().model.enqueue(message([text('A colour.')]))
    await app.message.evaluate((field: HTMLTextAreaElement) => {
      field.value = 'What is in @src/door.ts ?'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await app.answers.filter({ hasText: 'A colour.' }).waitFor()
    expect(JSON.stringify(scene().model.requests.at(-1)?.body)).toContain('export const colour')
  })

  test('named files are chips: each says what the agent gets, leaves by a click or a Backspace, and Undo brings it back', async () => {
    write('src/door.ts', 'export const colour = "green"')
    write('my notes.md', 'green')
    write('big.log', 'x'.repeat(300_000))
    const { app } = await scene().conversation()
    const chips = app.page.getByRole('list', { name: 'Named files and folders' })
    const pasted = 'In @src/ see @"my notes.md", @big.log, @gone/a.ts and @alice '
    await app.message.fill(pasted)
    await expect
      .poll(() => wordsOf(app))
      .toEqual([
        'src/ folder',
        'my notes.md its text',
        'big.log only its path',
        'gone/a.ts not found',
      ])
    await app.message.pressSequentially('or @doo')
    await app.page.getByRole('option', { name: 'src/door.ts' }).waitFor()
    await app.message.press('Enter')
    await chip(app, 'src/door.ts').filter({ hasText: 'its text' }).waitFor()
    for (const _ of [1, 2]) await app.message.press('Backspace')
    await expect.poll(() => app.message.inputValue()).toBe(`${pasted}or `)
    await chip(app, 'src/door.ts').waitFor({ state: 'hidden' })
    await app.message.press('ControlOrMeta+z')
    await chip(app, 'src/door.ts').filter({ hasText: 'its text' }).waitFor()

    await app.button('Remove my notes.md from the message').click()
    await app.button('Remove gone/a.ts from the message').click()
    const left = 'In @src/ see , @big.log, and @alice or @src/door.ts'
    await expect.poll(() => app.message.inputValue()).toBe(left)
    await app.page.keyboard.press('ControlOrMeta+z')
    await chip(app, 'gone/a.ts').waitFor()
    await app.page.keyboard.press('ControlOrMeta+Shift+z')
    await expect.poll(() => chips.getByRole('listitem').count()).toBe(3)

    // The draft has them again after a reload.
    await app.page.reload()
    await chip(app, 'src/door.ts').filter({ hasText: 'its text' }).waitFor()
    scene().model.enqueue(message([text('It is green.')]))
    await app.message.press('End')
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'It is green.' }).waitFor()
    const sent = JSON.stringify(scene().model.requests.at(-1)?.body)
    expect(sent).toContain('export const colour')
    expect(sent).not.toContain('Its text: green')
    const said = app.page.getByRole('article', { name: 'You' }).getByRole('paragraph')
    const links = said.getByRole('link')
    expect(await links.allInnerTexts()).toEqual(['@src/', '@big.log', '@src/door.ts'])
    expect(await said.innerText()).toBe(left)
    expect(app.complaints).toEqual([])
  })

  test('Esc closes the list and stops nothing; then Enter sends', async () => {
    write('notes.md', 'x')
    const { app } = await scene().conversation()
    const list = app.page.getByRole('listbox', { name: 'Files and folders' })
    await app.message.pressSequentially('@not')
    await list.waitFor()
    await app.message.press('Escape')
    await list.waitFor({ state: 'hidden' })
    scene().model.enqueue(message([text('Yes.')]))
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'Yes.' }).waitFor()
    expect(JSON.stringify(scene().model.requests.at(-1)?.body)).toContain('@not')
  })

  test('/ does what the menu does, and says why where it cannot', async () => {
    const { app } = await scene().conversation()
    const list = app.page.getByRole('listbox', { name: 'Commands' })
    await app.message.pressSequentially('/exp')
    await list.getByRole('option', { name: '/export' }).waitFor()
    await app.message.press('Enter')
    await app.page.getByRole('dialog', { name: /Export/ }).waitFor()
    await app.page.keyboard.press('Escape')
    expect(await app.message.inputValue()).toBe('')
    await app.message.fill('')
    await app.message.pressSequentially('/compact')
    await list.getByRole('option', { name: '/compact' }).waitFor()
    await app.message.press('Enter')
    await app.alert.filter({ hasText: 'nothing new to summarise' }).waitFor()
    expect(scene().model.requests).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a command whose list arrives late is never sent as a message, by any key or button', async () => {
    write('.claude/commands/review.md', 'Review $ARGUMENTS well.')
    const { app } = await scene().conversation()
    await allowReview(app)
    const exporting = app.page.getByRole('dialog', { name: /Export/ })
    for (const key of ['Enter', 'Tab', 'Control+Enter']) {
      await app.message.fill('/export')
      await app.message.press(key)
      await exporting.waitFor()
      await app.page.keyboard.press('Escape')
      await exporting.waitFor({ state: 'hidden' })
      expect(await app.message.inputValue()).toBe('')
    }
    await app.send('/export')
    await exporting.waitFor()
    await app.page.keyboard.press('Escape')
    for (const typed of ['/review', '/rev']) {
      await app.message.fill(typed)
      await app.message.press('Enter')
      await expect.poll(() => app.message.inputValue()).toBe('Review $ARGUMENTS well.')
    }
    expect(scene().model.requests).toEqual([])
    scene().model.enqueue(message([text('A folder.')]))
    await app.message.fill('/usr')
    await app.message.press('Enter')
    await app.alert.filter({ hasText: 'There is no command “/usr”.' }).waitFor()
    expect(scene().model.requests).toEqual([])
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'A folder.' }).waitFor()
    scene().model.enqueue(message([text('A word.')]))
    await app.message.fill('/export')
    await app.page.getByRole('option', { name: '/export' }).waitFor()
    await app.message.press('Escape')
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'A word.' }).waitFor()
    expect(await app.questionTexts()).toEqual(['/usr', '/export'])
  })

  test('a command of the folder fills the message and sends nothing; text typed after it replaces its placeholder', async () => {
    write(
      '.claude/commands/review.md',
      '---\ndescription: Reads a file\n---\nReview $ARGUMENTS well.',
    )
    const { app } = await scene().conversation()
    await allowReview(app)
    const list = app.page.getByRole('listbox', { name: 'Commands' })
    await app.message.pressSequentially('/rev')
    await list.getByRole('option', { name: 'Reads a file' }).waitFor()
    await app.message.press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe('Review $ARGUMENTS well.')
    await app.page.keyboard.type('the door')
    expect(await app.message.inputValue()).toBe('Review the door well.')
    await app.message.fill('/review my window')
    await app.message.press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe('Review my window well.')
    expect(scene().model.requests).toEqual([])
    scene().model.enqueue(message([text('It is fine.')]))
    await app.message.press('Enter')
    await app.answers.filter({ hasText: 'It is fine.' }).waitFor()
    expect(JSON.stringify(scene().model.requests.at(-1)?.body)).toContain('Review my window well.')
  })

  test('a command of many lines fills the message in one go, and the page stays usable', async () => {
    const lines = 'Look at each of these.\n'.repeat(2000)
    write('.claude/commands/review.md', `${lines}Then say so.`)
    const { app } = await scene().conversation()
    await allowReview(app)
    await app.message.evaluate((field) =>
      field.addEventListener(
        'input',
        () => (field.dataset['inputs'] = `${Number(field.dataset['inputs'] ?? 0) + 1}`),
      ),
    )
    await app.message.fill('/review')
    await app.message.press('Enter')
    await expect.poll(() => app.message.inputValue()).toBe(`${lines}Then say so.`)
    expect(await app.message.getAttribute('data-inputs')).toBe('1')
    expect(await app.message.evaluate((field) => document.activeElement === field)).toBe(true)
    await app.message.press('!')
    expect(await app.message.inputValue()).toBe(`${lines}Then say so.!`)
  })
})
