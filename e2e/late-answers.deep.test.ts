import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { describeInBrowserAlone } from './setup.ts'
import { focused } from './support/focus.ts'
import { HeldBack } from './held-back.ts'

/** Two conversations, of which the second is shown. */
async function two(scene: Scene): Promise<{ app: App; held: HeldBack }> {
  scene.model.respond(() => message([text('Yes.')]))
  const { app } = await scene.conversation({ own: true })
  await app.send('First')
  await app.expectStatus('Idle')
  await app.startConversation(scene.folder)
  await app.send('Second')
  await app.expectStatus('Idle')
  const held = await HeldBack.in(app)
  await expect.poll(() => focused(app)).toBe('Message')
  return { app, held }
}

async function fork(app: App): Promise<void> {
  await app.questions.first().getByRole('button', { name: 'More actions' }).click()
  await app.button('Fork from here').click()
}

describeInBrowserAlone('an answer that comes late', (scene) => {
  test.for([
    ['conversation.create', 'New conversation'],
    ['conversation.fork', 'Fork: Second'],
  ] as const)(
    '%s shows the conversation, and leaves the focus to whoever renames another one meanwhile',
    async ([command, title]) => {
      const { app, held } = await two(scene())
      const { page } = app
      held.hold(command)
      if (command === 'conversation.fork') await fork(app)
      else await app.startConversation(scene().folder)
      await held.one()
      await app.row('First').press('F2')
      await page.keyboard.type('Renamed ')
      held.goOn()
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await app.message.waitFor()
      await page.keyboard.type('by keys')
      await page.keyboard.press('Enter')
      await app.row('Renamed by keys').waitFor()
      expect(await app.message.inputValue()).toBe('')
      expect(app.complaints).toEqual([])
    },
  )

  test('a fork that is asked for twice is made once, and is not shown to whoever writes a message meanwhile', async () => {
    const { app, held } = await two(scene())
    held.hold('conversation.fork')
    await fork(app)
    await held.one()
    await fork(app)
    await app.message.focus()
    await app.page.keyboard.type('half ')
    expect(held.count).toBe(1)
    held.goOn()
    await app.page.getByRole('navigation', { name: 'Forks' }).waitFor()
    await app.page.keyboard.type('and half')
    await app.page.getByRole('heading', { level: 1, name: 'Second', exact: true }).waitFor()
    expect(await app.message.inputValue()).toBe('half and half')
    expect(await app.conversations.filter({ hasText: 'Fork: Second' }).count()).toBe(1)
  })

  test('a title that is typed on while it is being saved stays in its field, and is saved with it', async () => {
    const { app, held } = await two(scene())
    const { page } = app
    held.hold('conversation.rename')
    await app.row('Second').press('F2')
    await page.keyboard.type('Third')
    await page.keyboard.press('Enter')
    await held.one()
    await page.keyboard.type(', or fo')
    held.goOn()
    await page.getByRole('heading', { level: 1, name: 'Third', exact: true }).waitFor()
    await page.keyboard.type('urth')
    await page.keyboard.press('Tab')
    await held.one()
    held.goOn()
    await app.row('Third, or fourth').waitFor()
  })

  test('a commit closes no review that somebody went back to meanwhile', async () => {
    const { folder } = scene()
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder })
    writeFileSync(join(folder, 'a.ts'), 'one\n')
    const { app, held } = await two(scene())
    const dialog = app.page.getByRole('dialog', { name: 'Review changes' })
    await app.chooseInMenu('Review changes')
    await dialog.getByRole('radio', { name: 'Folder' }).check()
    await dialog.getByRole('button', { name: 'Commit…' }).click()
    await app.page.keyboard.type('Message')
    held.hold('shell.run')
    await dialog.getByRole('button', { name: 'Commit', exact: true }).click()
    await held.one()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    held.goOn()
    await app.ownCommand('git commit').waitFor({ state: 'attached' })
    expect(await dialog.isVisible()).toBe(true)
  })
})
