import { expect, test } from 'vitest'
import { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

/** Long enough to scroll the text above it out of view. */
const LONG = Array.from({ length: 60 }, (_, line) => `Line ${line} of many.\n\n`).join('')

describeInBrowserAlone('links', (scene) => {
  test('the address leads to a message and to a section of Settings; a missing target is reported', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const { page } = app
    for (const said of ['The first of all', 'The second']) {
      model.enqueue(message([text(`${LONG}After ${said}.`)]))
      await app.send(said)
      await app.answers.filter({ hasText: `After ${said}.` }).waitFor()
      await app.expectStatus('Idle')
    }
    const own = new URL(page.url()).hash
    const go = (fragment: string): Promise<unknown> =>
      page.evaluate(`location.hash = '${fragment}'`)
    const first = app.questions.filter({ hasText: 'The first of all' })
    const isInSight = (): Promise<boolean> =>
      first.evaluate((article) => {
        const { top, bottom } = article.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
    expect(await isInSight()).toBe(false)
    await go(`${own.slice(1)}&message=1`)
    await expect.poll(isInSight).toBe(true)
    expect(new URL(page.url()).hash).toBe(own)

    const notice = page.getByRole('status', { name: 'Notice' })
    await go(`${own.slice(1)}&message=999`)
    await notice
      .filter({ hasText: 'The message that this link points to isn’t in this conversation.' })
      .waitFor()
    await go('conversation=nobody&message=1')
    await notice
      .filter({ hasText: 'The conversation that this link points to isn’t here.' })
      .waitFor()
    await app.answers.first().waitFor()
    await go('settings=limits')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const limit = settings.getByRole('group', { name: 'Limits per turn' })
    await expect.poll(async () => (await limit.boundingBox())?.y ?? 9_999).toBeLessThan(500)
    await app.closeSettings()
    await go('settings=nothing-known')
    await settings.waitFor()
    await notice.filter({ hasText: 'There is no section “nothing-known” in Settings.' }).waitFor()
    await app.closeSettings()
    await go(`folder=${encodeURIComponent(scene().folder)}`)
    await expect.poll(() => app.folder.inputValue()).toBe(scene().folder)
    await go('folder=%2Fno%2Fsuch')
    await page.getByText('There is no folder /no/such. Choose another one.').waitFor()
    await go(own.slice(1))
    await app.answers.first().waitFor()

    await page.goto('about:blank')
    await page.goBack()
    await app.answers.first().waitFor()
    await page.evaluate(`location.hash = 'settings=rules'`)
    await page.reload()
    await app.message.waitFor()
    expect(app.complaints).toEqual([])
    expect(model.complaints).toEqual([])
  })

  test('a link to a conversation, or to a place in it, is copied', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    model.enqueue(message([text('Here.')]))
    await app.send('Where?')
    await app.answers.filter({ hasText: 'Here.' }).waitFor()
    await app.expectStatus('Idle')
    const copied = (): Promise<string> => app.page.evaluate(() => navigator.clipboard.readText())
    const id = new URLSearchParams(new URL(app.page.url()).hash.slice(1)).get('conversation')
    await app.chooseInMenu('Copy a link to this conversation')
    await expect.poll(copied).toBe(`phoenix://conversation/${id}`)
    await app.answers.first().hover()
    await app.answers.first().getByRole('button', { name: 'More actions' }).click()
    await app.button('Copy link to here').click()
    await expect.poll(copied).toMatch(new RegExp(`^phoenix://conversation/${id}/message/\\d+$`))
  })

  test('a new window has its own access and the form for a new conversation', async () => {
    const { app } = await scene().conversation()
    const opened = app.page.context().waitForEvent('page')
    await app.page.keyboard.press('ControlOrMeta+k')
    await app.page.getByRole('combobox', { name: 'Command palette' }).fill('New window')
    await app.page.keyboard.press('Enter')
    const second = await App.in(await opened)
    await second.page.getByRole('heading', { name: 'New conversation' }).waitFor()
    await second.startConversation(scene().folder)
    await second.message.waitFor()
    await app.message.waitFor()
    expect([...app.complaints, ...second.complaints]).toEqual([])
  })

  test('a host started with a folder opens the form for a new conversation in it', async () => {
    const { folder } = scene()
    const app = await scene().window(await scene().host({ folder }))
    await expect.poll(() => app.folder.inputValue()).toBe(folder)
    expect(app.page.url()).not.toContain('code=')
  })
})
