import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { violations } from './support/violations.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a new conversation', (scene) => {
  test('appears in the list with its first message, also in another window, and never before', async () => {
    const { model, folder } = scene()
    model.enqueue(message([text('Good morning.')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.button('Rename').click()
    await app.page.getByRole('textbox', { name: 'Name' }).fill('Named early')
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('heading', { name: 'Named early' }).waitFor()
    expect(await app.conversations.count()).toBe(0)
    await app.page.reload()
    await app.page.getByRole('heading', { name: 'Named early' }).waitFor()
    expect(await app.conversations.count()).toBe(0)
    await app.send('Hello')
    await app.row('Named early').waitFor()
    expect(await app.row('Named early').getAttribute('aria-current')).toBe('page')
    await app.answers.filter({ hasText: 'Good morning.' }).waitFor()
    await host.kill()
    const again = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await again.row('Named early').waitFor()
    expect(await again.conversations.count()).toBe(1)
    await again.startConversation(folder)
    await again.message.waitFor()
    expect(await again.conversations.count()).toBe(1)
    expect(model.complaints).toEqual([])
  })

  test('started again in the same folder is the same one, unless a message waits in it unsent', async () => {
    const { folder } = scene()
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    const first = page.url()
    await app.startConversation(`${folder}/`)
    await expect.poll(() => page.url()).toBe(first)
    await app.message.fill('Half a thought')
    await app.button('New conversation').click()
    await app.unsent('Half a thought').waitFor()
    expect(await violations(page)).toEqual([])
    await app.startConversation(folder)
    await expect.poll(() => app.message.inputValue()).toBe('')
    expect(page.url()).not.toBe(first)
    await app.button('New conversation').click()
    await app.unsent('Half a thought').click()
    await expect.poll(() => page.url()).toBe(first)
    await app.message.fill('')
    await app.button('New conversation').click()
    await app.folder.waitFor()
    await app.unsent('Half a thought').waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  })

  test('its form, and the buttons below the message, are within a window of 240 px, which is 480 px at 200 %', async () => {
    const { app } = await scene().conversation()
    const sticksOut = async (name: string): Promise<boolean> => {
      const box = await app.button(name).boundingBox()
      return box === null || box.x < 0 || box.x + box.width > 240
    }
    for (const height of [500, 400]) {
      await app.page.setViewportSize({ width: 240, height })
      for (const name of ['Attach files', 'Stop', 'Send']) expect(await sticksOut(name)).toBe(false)
    }
    await app.page.evaluate(`location.hash = '#new'`)
    await app.folder.waitFor()
    for (const name of ['Choose…', 'Start conversation']) expect(await sticksOut(name)).toBe(false)
    const folder = await app.folder.boundingBox()
    expect((folder?.x ?? 0) + (folder?.width ?? 999)).toBeLessThanOrEqual(240)
    expect(app.complaints).toEqual([])
  })
})
