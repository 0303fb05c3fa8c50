import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, pingAfter } from './fake-model-server/replies.ts'
import { processesWith } from './processes.ts'
import { describeInBrowser } from './setup.ts'

let count = 0

describeInBrowser('after a kill', (scene) => {
  // covers REQ-BED-007.2a REQ-BED-007.2b
  test('kill -9 while a tool runs: idle, history whole, nothing left running, the next message accepted', async () => {
    const { model } = scene()
    const sleep = `sleep 1000.${process.pid}${++count}`
    model.enqueue(
      message([
        text('I will wait.'),
        bash('echo one'),
        bash(`echo two; ${sleep}`),
        bash('echo three'),
      ]),
    )
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Wait long')
    await app.tool('bash').filter({ hasText: 'two' }).first().waitFor()
    await expect.poll(() => processesWith(sleep).length).toBeGreaterThan(0)
    await host.kill()

    const again = await scene().host({ dataFolder: host.dataFolder })
    await expect.poll(() => processesWith(sleep), { timeout: 1_000 }).toEqual([])
    const next = await scene().window(again)
    await next.conversations.first().click()
    await next.expectStatus('Idle')
    await next.questions.filter({ hasText: 'Wait long' }).waitFor()
    await next.answers.filter({ hasText: 'I will wait.' }).waitFor()
    expect(await next.tool('bash').count()).toBe(3)
    expect(model.requests).toHaveLength(1)

    model.enqueue(message([text('Good morning.')]))
    await next.send('Are you back?')
    await next.answers.filter({ hasText: 'Good morning.' }).waitFor()
    const sent = JSON.stringify(model.requests[1]?.body)
    expect(sent).toContain('Its effect is unknown')
    expect(sent).toContain('Not run')
    expect(model.complaints).toEqual([])
  })

  test('Continue takes up the turn that the kill interrupted', async () => {
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
