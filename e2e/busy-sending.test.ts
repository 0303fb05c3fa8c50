import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const WAYS = ['Stop and send', 'Send when idle', 'Send at the next step']

describeInBrowser('sending while the agent is busy', (scene) => {
  test('the message stays in the composer with its image, and three ways are offered until the agent rests', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation()
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    const background = { r: 40, g: 90, b: 160 }
    const image = sharp({ create: { width: 30, height: 20, channels: 3, background } })
    await app.attach('cat.png', await image.png().toBuffer())
    await app.send('Look at this')
    await app.alert.filter({ hasText: 'When should this be sent?' }).waitFor()
    for (const way of WAYS) expect(await app.button(way).count()).toBe(1)
    expect(await app.message.inputValue()).toBe('Look at this')
    expect(await app.page.getByRole('list', { name: 'Attachments' }).count()).toBe(1)
    await app.message.fill('Look at that')
    for (const way of WAYS) expect(await app.button(way).count()).toBe(1)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await expect.poll(() => app.button('Stop and send').count()).toBe(0)
    expect(await app.message.inputValue()).toBe('Look at that')
    expect(model.requests).toHaveLength(1)
    expect(app.complaints).toEqual([])
  })

  test('Send at the next step joins the running turn, after the results', async () => {
    const { model } = scene()
    model.enqueue(
      message([bash('while [ ! -e go ]; do sleep 0.05; done; echo results')]),
      message([text('Both at once.')]),
    )
    const { app } = await scene().conversation()
    await app.send('Wait for me')
    await app.expectStatus(/^Running/)
    await app.sendWhileBusy('Mind the port', 'Send at the next step')
    await app.waitingMessage('Mind the port').filter({ hasText: 'at the next step' }).waitFor()
    writeFileSync(join(scene().folder, 'go'), '')
    await app.answers.filter({ hasText: 'Both at once.' }).waitFor()
    await app.expectStatus('Idle')
    expect(model.requests).toHaveLength(2)
    const second = JSON.stringify(model.requests[1]?.body)
    expect(second.indexOf('Mind the port')).toBeGreaterThan(second.indexOf('tool_result'))
    expect(await app.waiting.count()).toBe(0)
    expect(model.complaints).toEqual([])
  })
})
