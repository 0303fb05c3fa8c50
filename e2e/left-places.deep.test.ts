import { expect, test } from 'vitest'
import { endOf, folderWith, titleOf } from '../bench/stored-history.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { HeldBack } from './held-back.ts'
import { placeOf } from './place-of.ts'
import { describeInBrowserAlone } from './setup.ts'
import { freshFolder } from './support/host.ts'

describeInBrowserAlone('a place on an earlier page', (scene) => {
  test('is kept if a person leaves before it is loaded, and given up if they send', async () => {
    const dataFolder = folderWith(
      { conversations: 2, messages: 400 },
      { cacheFolder: freshFolder('cache') },
    )
    const app = await scene().window(await scene().host({ dataFolder }))
    const line = await HeldBack.in(app)
    const show = async (conversation: number): Promise<void> => {
      await app.row(titleOf(conversation)).click()
      await app.page.getByText(endOf(conversation)).waitFor()
    }
    await show(1)
    await app.page.getByRole('region', { name: 'Messages', exact: true }).hover()
    const isAtFirst = async (): Promise<boolean> => {
      await app.page.mouse.wheel(0, -100_000)
      return (await app.questions.count()) === 100 && (await placeOf(app)).top > 0
    }
    await expect.poll(isAtFirst).toBe(true)
    const { top } = await placeOf(app)
    await show(2)

    line.hold('conversation.earlier')
    await show(1)
    await line.one()
    await expect.poll(async () => (await placeOf(app)).fromEnd).toBeLessThan(32)
    await show(2)
    line.hold()
    line.goOn()
    await app.row(titleOf(1)).click()
    await expect.poll(() => app.questions.count()).toBe(100)
    await expect.poll(async () => (await placeOf(app)).top).toBe(top)

    await show(2)
    line.hold('conversation.earlier')
    await show(1)
    await line.one()
    scene().model.enqueue(message([text('At the end.')]))
    await app.send('A new question')
    await app.answers.filter({ hasText: 'At the end.' }).waitFor()
    line.hold()
    line.goOn()
    await expect.poll(() => app.questions.count()).toBeGreaterThan(60)
    await app.expectStatus('Idle')
    await expect.poll(async () => (await placeOf(app)).fromEnd).toBeLessThan(32)
    expect(await app.button('Jump to latest').count()).toBe(0)
    expect(app.complaints).toEqual([])
  })
})
