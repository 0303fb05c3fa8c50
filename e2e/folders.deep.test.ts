import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

/** A window with a conversation in each of two folders, the second one newer. */
async function usedFolders(scene: Scene): Promise<{ app: App; one: string; two: string }> {
  const { folder, model } = scene
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  for (const each of [one, two]) mkdirSync(each)
  const { app } = await scene.conversation({ own: true })
  for (const each of [one, two]) {
    model.enqueue(message([text('Hello.')]))
    await app.startConversation(each)
    await app.send(`In ${each}`)
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.expectStatus('Idle')
  }
  return { app, one, two }
}

describeInBrowser('folders', (scene) => {
  test('recent folders are a click away, in the form and in the palette; a missing one is neither offered nor filled in', async () => {
    const { app, one, two } = await usedFolders(scene())
    const recent = app.page.getByRole('region', { name: 'Recent folders' }).getByRole('button')
    await app.button('New conversation').click()
    await expect.poll(() => app.folder.inputValue()).toBe(two)
    await recent.filter({ hasText: one }).click()
    expect(await app.folder.inputValue()).toBe(one)
    expect(await violations(app.page)).toEqual([])

    renameSync(one, `${one}-moved`)
    await app.conversations.first().click()
    await app.page.keyboard.press('ControlOrMeta+k')
    await app.page.keyboard.type('new conversation in one')
    await app.page.keyboard.press('Enter')
    await app.alert.filter({ hasText: `There is no folder ${one}. Choose another one.` }).waitFor()
    expect(await app.folder.inputValue()).toBe('')
    await recent.filter({ hasText: two }).waitFor()
    expect(await recent.filter({ hasText: one }).count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('a suggestion that takes the place of a missing one is selected too: what is typed replaces it', async () => {
    const { app, one, two } = await usedFolders(scene())
    renameSync(two, `${two}-moved`)
    await app.button('New conversation').click()
    await expect.poll(() => app.folder.inputValue()).toBe(one)
    await app.page.keyboard.type('/by hand')
    expect(await app.folder.inputValue()).toBe('/by hand')
  })

  test('a completion that is chosen while all of the field is selected is not: what is typed continues it', async () => {
    const { folder } = scene()
    const within = join(folder, 'within')
    mkdirSync(within)
    const { app } = await scene().conversation({ own: true })
    await app.button('New conversation').click()
    await app.folder.fill(`${folder}/wi`)
    await app.page.getByRole('option', { name: within }).waitFor()
    await app.folder.selectText()
    await app.page.keyboard.press('Tab')
    await expect.poll(() => app.folder.inputValue()).toMatch(/within/)
    await app.page.keyboard.type('more')
    expect(await app.folder.inputValue()).toMatch(/within.*more$/)
  })

  test('a folder whose name ends in a space is the one that a conversation works in', async () => {
    const { folder, model } = scene()
    const { app } = await scene().conversation({ own: true })
    const spaced = join(folder, 'drafts ')
    for (const path of [spaced, spaced.trimEnd()]) mkdirSync(path)
    await app.startConversation(spaced)
    await app.message.waitFor()
    model.enqueue(message([text('Hello.')]))
    await app.send('Begin')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(spaced)
  })

  test('a click on another one replaces a typed one, which can be put back, and nothing else that was typed', async () => {
    const { folder, model } = scene()
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    model.enqueue(message([text('Hello.')]))
    await app.send('Begin')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.message.fill('Half a thought')
    const value = () => app.folder.inputValue()
    const [branch, setup] = ['Branch', 'Setup command'].map((name) =>
      page.getByRole('textbox', { name }),
    )
    if (branch === undefined || setup === undefined) throw new Error('there are two fields')
    const typed = page.getByRole('status').filter({ hasText: 'You had typed' })
    await app.button('New conversation').click()
    await page.getByRole('checkbox', { name: 'Work in a separate git worktree' }).check()
    await branch.fill('mine')
    await setup.fill('npm ci')
    for (const way of ['New here', 'Recent folders'] as const) {
      await app.folder.fill('/typed/by hand')
      if (way === 'New here') {
        await app.button('New here').first().click()
      } else {
        await page.getByRole('region', { name: way }).getByRole('button').first().click()
      }
      await expect.poll(value).toBe(folder)
      await typed.filter({ hasText: '/typed/by hand' }).waitFor()
      expect(await violations(page)).toEqual([])
      // It is still there after another conversation.
      await app.row('Begin').click()
      expect(await app.message.inputValue()).toBe('Half a thought')
      await app.button('New conversation').click()
      await app.button('Put it back').click()
      expect(await value()).toBe('/typed/by hand')
      expect(await typed.count()).toBe(0)
      expect([await branch.inputValue(), await setup.inputValue()]).toEqual(['mine', 'npm ci'])
    }
    expect(app.complaints).toEqual([])
  })

  test('one dropped in a browser, which hides its path, is chosen in our own dialog', async () => {
    const { folder } = scene()
    mkdirSync(join(folder, 'app/src'), { recursive: true })
    const { app } = await scene().conversation({ own: true })
    await app.looksLikeFolder('app')
    const dropped = { name: 'app', mimeType: '', buffer: Buffer.from('x') }
    await app.page.getByRole('region', { name: 'Messages', exact: true }).drop({ files: [dropped] })
    await app.page.getByText('Browsers don’t reveal where a dropped folder is.').waitFor()
    const dialog = app.page.getByRole('dialog', { name: 'Choose a folder' })
    await dialog.getByText(folder, { exact: true }).waitFor()
    expect(await violations(app.page)).toEqual([])
    await dialog.getByRole('button', { name: 'app', exact: true }).click()
    await dialog.getByRole('button', { name: 'src', exact: true }).click()
    await dialog.getByText('There are no folders in here.').waitFor()
    await dialog.getByRole('button', { name: 'Up to app' }).click()
    await dialog.getByRole('button', { name: 'src', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Choose this folder' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await app.folder.inputValue()).toBe(join(folder, 'app'))
    expect(app.complaints).toEqual([])
  })
})
