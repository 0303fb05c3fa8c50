import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message, SILENCE } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

async function chooseInSettings(app: App, label: string, option: string): Promise<void> {
  await app.button('Settings').click()
  await app.page.getByLabel(label).selectOption(option)
  await app.closeSettings()
}

describeInBrowser('sending while the agent is busy', (scene) => {
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
