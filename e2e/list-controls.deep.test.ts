import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message, stallAfter } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { own: true, environment: { PHOENIX_PERMISSIONS: 'ask' } }

/** The button of a heading in the list. */
function heading(app: App, words: string): Locator {
  const sidebar = app.page.getByRole('complementary', { name: 'Sidebar' })
  return sidebar.locator('button[aria-expanded]').filter({ hasText: words })
}

async function titles(app: App): Promise<readonly string[]> {
  return app.conversations.locator('.title').allTextContents()
}

describeInBrowser('the list of conversations', (scene) => {
  const folderOf = (...parts: readonly string[]): string => {
    const folder = join(scene().folder, ...parts)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  async function talk(app: App, folder: string, words: string): Promise<void> {
    await app.startConversation(folder)
    await app.message.waitFor()
    scene().model.enqueue(message([text(`${words}: done.`)]))
    await app.send(words)
    await app.answers.filter({ hasText: `${words}: done.` }).waitFor()
    await app.expectStatus('Idle')
  }

  test('folders are its groups: two of one name say where they are, one is collapsed and stays so, "New here" starts a conversation in its folder', async () => {
    const app = await scene().window(await scene().host(ASK))
    await talk(app, folderOf('north', 'app'), 'Ice')
    await talk(app, folderOf('tools'), 'Saw')
    await expect.poll(() => heading(app, 'app').innerText()).toMatch(/^Folder\s+app$/)
    await talk(app, folderOf('south', 'app'), 'Sand')
    const north = heading(app, 'north')
    await north.waitFor()
    await heading(app, 'south').waitFor()
    expect(await heading(app, 'tools').locator('.parent').count()).toBe(0)
    expect(await north.getAttribute('aria-expanded')).toBe('true')

    await north.click()
    await app.row('Ice').waitFor({ state: 'detached' })
    expect(await north.innerText()).toMatch(/1$/)
    await app.page.reload()
    await app.row('Sand').waitFor()
    expect(await north.getAttribute('aria-expanded')).toBe('false')
    expect([...(await titles(app))].toSorted()).toEqual(['Sand', 'Saw'])
    await north.press('Enter')
    await app.row('Ice').waitFor()

    await app.page.getByTitle(/^New conversation in .*north.app$/).click()
    await expect.poll(() => app.folder.inputValue()).toMatch(/north.app$/)
    await app.button('Start conversation').click()
    await app.message.waitFor()
    scene().model.enqueue(message([text('Colder.')]))
    await app.send('Snow')
    await app.answers.filter({ hasText: 'Colder.' }).waitFor()
    await north.click()
    await expect.poll(() => north.innerText()).toMatch(/2$/)
    expect(app.complaints).toEqual([])
  })

  test('the notice of an archived one lies over the list, not over what is being typed', async () => {
    const app = await scene().window(await scene().host(ASK))
    const long = 'Rename the session cookie and revalidate it everywhere'
    await talk(app, folderOf('north', 'app'), long)
    await app.row(long).press('e')
    await app.button('Undo').waitFor()
    const notice = await app.page.getByRole('status', { name: 'Notice' }).boundingBox()
    const list = await app.page.getByRole('complementary', { name: 'Sidebar' }).boundingBox()
    expect((notice?.x ?? Infinity) + (notice?.width ?? 0)).toBeLessThan(list?.width ?? 0)
  })

  test('its filters "Needs you" and "Running" show just those, as they change', async () => {
    const { folder, model } = scene()
    const app = await scene().window(await scene().host(ASK))
    const show = (name: string): Promise<void> =>
      app.page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true }).click()
    await talk(app, folder, 'At rest')
    await app.startConversation(folder)
    model.enqueue(stallAfter(message([text('Never said')]), 0))
    await app.send('At work')
    await app.expectStatus(/^Waiting/)
    await app.startConversation(folder)
    model.enqueue(message([bash('echo made')]))
    await app.send('In need')
    await app.approval.waitFor()
    await expect.poll(async () => (await titles(app)).length).toBe(3)

    await show('Needs you')
    await expect.poll(() => titles(app)).toEqual(['In need'])
    await show('Running')
    await expect.poll(() => titles(app)).toEqual(['At work'])
    model.enqueue(message([text('Made.')]))
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    await show('Needs you')
    await expect.poll(() => app.conversations.count()).toBe(0)
    await app.page.getByText('Nothing needs you.').waitFor()
    await show('Running')
    await app.row('At work').click()
    await app.button('Stop').click()
    await expect.poll(() => app.conversations.count()).toBe(0)
    await show('All')
    await expect.poll(async () => (await titles(app)).length).toBe(3)
    expect(app.complaints).toEqual([])
  })

  test('an empty list says that an archived conversation waits, and the inbox answers it', async () => {
    const { app } = await scene().conversation(ASK)
    scene().model.enqueue(message([bash('echo 1')]), message([text('It said one.')]))
    await app.send('Say one')
    await app.approval.waitFor()
    await app.row('Say one').press('e')
    const sidebar = app.page.getByRole('complementary', { name: 'Sidebar' })
    await sidebar.getByText('All conversations are archived. One of them needs you.').waitFor()
    await app.page.keyboard.press('ControlOrMeta+j')
    const inbox = app.page.getByRole('dialog', { name: 'Inbox' })
    await inbox.getByRole('button', { name: 'Allow once' }).click()
    await expect.poll(() => scene().model.requests.length).toBe(2)
  })
})
