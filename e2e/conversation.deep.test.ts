import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a conversation', (scene) => {
  test('a draft survives a switch and a kill of the host', async () => {
    const { folder } = scene()
    const { app, host } = await scene().conversation({ own: true })
    await app.message.fill('Half a thought')
    await app.button('New conversation').click()
    await app.startConversation(folder)
    await expect.poll(() => app.message.inputValue()).toBe('')
    expect(await app.conversations.count()).toBe(0)
    await app.button('New conversation').click()
    await app.unsent('Half a thought').click()
    await expect.poll(() => app.message.inputValue()).toBe('Half a thought')
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.unsent('Half a thought').click()
    await expect.poll(() => next.message.inputValue()).toBe('Half a thought')
  })
})
