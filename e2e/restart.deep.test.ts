import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, pingAfter } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('after a kill', (scene) => {
  test('Continue continues the turn that the kill interrupted', async () => {
    const { model } = scene()
    model.enqueue(pingAfter(message([text('Half of', 2)]), 4, 50))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Tell me')
    await app.answers.filter({ hasText: 'Half' }).waitFor()
    await host.kill()
    const again = await scene().host({ dataFolder: host.dataFolder })
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.expectStatus('Idle')
    model.enqueue(message([text('The whole of it.')]))
    await next.button('Continue').click()
    await next.answers.filter({ hasText: 'The whole of it.' }).waitFor()
    expect(model.complaints).toEqual([])
    await expect.poll(() => next.button('Continue').count()).toBe(0)
  })

  // covers R5-36
  test('a reload of the window shows the same history, nothing twice', async () => {
    const { model } = scene()
    model.enqueue(message([text('First answer.')]))
    const { app, host } = await scene().conversation()
    await app.send('First')
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    await app.page.reload()
    await app.conversations.first().click()
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    expect(await app.answers.count()).toBe(1)
    expect(await app.questions.count()).toBe(1)
    expect(host.printed).not.toContain('Error')
  })
})
