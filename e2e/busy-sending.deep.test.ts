import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

async function chooseInSettings(app: App, label: string, option: string): Promise<void> {
  await app.button('Settings').click()
  await app.page.getByLabel(label).selectOption(option)
  await app.closeSettings()
}

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

  test('Stop and send ends the turn and begins the next with the message; so does Mod+Enter', async () => {
    const { model } = scene()
    model.enqueue(SILENCE, SILENCE, message([text('The third it is.')]))
    const { app } = await scene().conversation()
    await app.send('First')
    await model.waitForRequest(1)
    await app.sendWhileBusy('Second', 'Stop and send')
    await model.waitForRequest(2)
    await model.waitForClose(1)
    await app.message.fill('Third')
    await app.page.keyboard.press('ControlOrMeta+Enter')
    await app.answers.filter({ hasText: 'The third it is.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.questionTexts()).toEqual(['First', 'Second', 'Third'])
    expect(model.requests).toHaveLength(3)
    expect(model.complaints).toEqual([])
  })

  test('Send when idle makes it wait, visibly, and it is sent when the turn is complete', async () => {
    const { model } = scene()
    model.enqueue(
      message([bash('while [ ! -e go ]; do sleep 0.05; done')]),
      message([text('Done.')]),
      message([text('And that, too.')]),
    )
    const { app } = await scene().conversation()
    await app.send('Wait for me')
    await app.expectStatus(/^Running/)
    await app.sendWhileBusy('And then this', 'Send when idle')
    await app.waitingMessage('And then this').filter({ hasText: 'when idle' }).waitFor()
    expect(await app.message.inputValue()).toBe('')
    writeFileSync(join(scene().folder, 'go'), '')
    await app.answers.filter({ hasText: 'And that, too.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.waiting.count()).toBe(0)
    expect(await app.questionTexts()).toEqual(['Wait for me', 'And then this'])
    expect(JSON.stringify(model.requests[1]?.body)).not.toContain('And then this')
    expect(JSON.stringify(model.requests[2]?.body)).toContain('And then this')
    expect(model.complaints).toEqual([])
  })

  test('a setting lets Enter choose one of the ways at once; Send still asks', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation({ own: true })
    await chooseInSettings(app, 'Enter while the agent is busy', 'Send when idle')
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    await app.message.fill('Then this')
    await app.message.press('Enter')
    await app.waitingMessage('Then this').waitFor()
    expect(await app.message.inputValue()).toBe('')
    expect(await app.button('Stop and send').count()).toBe(0)
    await app.send('And this')
    await app.button('Stop and send').waitFor()
    expect(await app.waiting.count()).toBe(1)
  })

  test('a second Enter sends at the next step; Remember my choice makes one Enter do it from then on', async () => {
    const { model } = scene()
    model.enqueue(SILENCE)
    const { app } = await scene().conversation({ own: true })
    await app.send('Begin')
    await app.expectStatus(/^Waiting/)
    await app.message.fill('Mind the port')
    await app.message.press('Enter')
    await app.button('Send at the next step').waitFor()
    await app.page.getByRole('checkbox', { name: 'Remember my choice' }).check()
    await app.message.press('Enter')
    await app.waitingMessage('Mind the port').filter({ hasText: 'at the next step' }).waitFor()
    await app.message.fill('And the wind')
    await app.message.press('Enter')
    await app.waitingMessage('And the wind').filter({ hasText: 'at the next step' }).waitFor()
    expect(await app.button('Stop and send').count()).toBe(0)
    await app.button('Settings').click()
    const setting = app.page.getByLabel('Enter while the agent is busy')
    expect(await setting.inputValue()).toBe('sendAtNextStep')
    expect(app.complaints).toEqual([])
  })

  test('with the interrupt policy, Send ends the running turn', async () => {
    const { model } = scene()
    model.enqueue(SILENCE, message([text('Here I am.')]))
    const { app } = await scene().conversation({ own: true })
    await chooseInSettings(app, 'Messages while the agent is busy', 'Interrupt the agent')
    await app.send('First')
    await model.waitForRequest(1)
    await app.send('Second')
    await app.answers.filter({ hasText: 'Here I am.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await app.questionTexts()).toEqual(['First', 'Second'])
    expect(model.requests).toHaveLength(2)
    expect(model.complaints).toEqual([])
  })
})
