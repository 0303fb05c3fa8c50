import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_MESSAGE_LENGTH } from '../src/shared/messages/message.ts'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message, page, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { refusesTooLong } from './support/too-long.ts'

async function saveSettings(app: App, fields: Readonly<Record<string, string>>): Promise<void> {
  await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  for (const [name, value] of Object.entries(fields)) {
    await dialog.getByLabel(name, { exact: true }).fill(value)
    await dialog.getByLabel(name, { exact: true }).press('Enter')
  }
  await app.closeSettings()
}

describeInBrowser('no key, or a wrong one', (scene) => {
  // covers REQ-BED-006.3a REQ-BED-006.3b
  test('T51 a wrong key says so and where to correct it, and the same message is sent after that', async () => {
    const { model } = scene()
    const environment = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: model.url }
    const { app } = await scene().conversation({ own: true, environment })
    await saveSettings(app, { 'API key': 'wrong-key', Model: 'claude-sonnet-5-5' })
    await app.send('Do you hear me?')
    await app.alert.filter({ hasText: 'key' }).waitFor()
    expect(await app.alert.first().textContent()).toContain('Settings')
    await app.questions.filter({ hasText: 'Do you hear me?' }).waitFor()
    await saveSettings(app, { 'API key': model.key })
    model.enqueue(message([text('Loud and clear.')]))
    await app.button('Retry').click()
    await app.answers.filter({ hasText: 'Loud and clear.' }).waitFor()
    expect(await app.questions.count()).toBe(1)
    expect(model.complaints).toEqual([])
  })

  test('no key with a model chosen: a clear error without a request', async () => {
    const { model } = scene()
    const environment = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: model.url }
    const { app } = await scene().conversation({ own: true, environment })
    await saveSettings(app, { Model: 'claude-sonnet-5-5' })
    await app.send('Hello')
    await app.alert.filter({ hasText: 'No API key' }).waitFor()
    expect(model.requests).toHaveLength(0)
  })
})

describeInBrowser('a message that is far too long', (scene) => {
  test('of 10 MB is refused with its text kept, and the next one is sent', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    app.page.setDefaultTimeout(60_000)
    await refusesTooLong(app, 10 * 1024 * 1024)
    await app.message.fill('short')
    model.enqueue(message([text('Fine.')]))
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'Fine.' }).waitFor()
  })
})

describeInBrowser('other bad input', (scene) => {
  test('an unknown model is named in the error', async () => {
    const { model } = scene()
    model.enqueue(refusal(404, { type: 'not_found_error', message: 'model: claude-nobody' }))
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Model', { exact: true }).fill('claude-nobody')
    await dialog.getByRole('option', { name: 'Use “claude-nobody” as it is' }).click()
    await app.closeSettings()
    await app.send('Hello')
    await app.alert.filter({ hasText: 'claude-nobody' }).waitFor()
    expect(JSON.stringify(model.requests[0]?.body)).toContain('claude-nobody')
  })

  test('an address that answers with HTML is reported as not being the API', async () => {
    const { model } = scene()
    model.enqueue(page('<h1>Welcome to the router</h1>'))
    const { app } = await scene().conversation()
    await app.send('Hello')
    await app.alert.filter({ hasText: 'base URL' }).waitFor()
    expect(await app.alert.first().textContent()).not.toContain('<h1>')
  })

  // covers REQ-BED-006.1c
  test('during the countdown: an attempt at once, and an end to retrying', async () => {
    const { model } = scene()
    const error = { type: 'overloaded_error', message: 'busy' }
    const overloaded = refusal(529, error, { retryAfter: '50' })
    model.enqueue(overloaded, message([text('At last.')]))
    const { app } = await scene().conversation()
    await app.send('Hello')
    await app.button('Try now').click()
    await app.answers.filter({ hasText: 'At last.' }).waitFor()
    await app.expectStatus('Idle')
    model.enqueue(overloaded)
    await app.send('And now?')
    await app.button('Stop trying').click()
    await app.button('Continue').waitFor()
    await app.expectStatus('Idle')
    expect(model.requests).toHaveLength(3)
  })

  test('a missing folder, or a file in its place, is refused with a sentence and the text is kept', async () => {
    const { folder } = scene()
    const file = join(folder, 'file.txt')
    writeFileSync(file, 'x')
    const app = await scene().window(await scene().host())
    const before = await app.conversations.count()
    for (const bad of [join(folder, 'nowhere'), file]) {
      await app.startConversation(bad)
      await app.alert.filter({ hasText: bad }).waitFor()
      expect(await app.folder.inputValue()).toBe(bad)
    }
    expect(await app.conversations.count()).toBe(before)
    await app.startConversation(folder)
    await app.message.waitFor()
  })

  test('an unknown tool and arguments that are not JSON become results that the model can correct', async () => {
    const { model } = scene()
    model.enqueue(
      message([
        { type: 'toolCall', name: 'teleport', input: {} },
        { type: 'toolCall', name: 'bash', input: '{"command": "ec' },
        { type: 'toolCall', name: 'bash', input: { cmd: 'ls' } },
      ]),
      message([text('I will do better.')]),
    )
    const { app } = await scene().conversation()
    await app.send('Go')
    await app.answers.filter({ hasText: 'I will do better.' }).waitFor()
    const sent = JSON.stringify(model.requests[1]?.body)
    expect(sent).toContain('teleport')
    expect(sent).toContain('command')
    expect(sent).toContain('unparsed')
    expect(model.complaints).toEqual([])
  })

  test('an empty message cannot be sent, and one that is too long is refused with its text kept', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    await app.message.fill('   \n ')
    await app.message.press('Enter')
    expect(await app.button('Send').isDisabled()).toBe(true)
    expect(await app.questions.count()).toBe(0)
    await refusesTooLong(app, MAX_MESSAGE_LENGTH + 1)
    await app.message.fill('short')
    model.enqueue(message([text('Fine.')]))
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'Fine.' }).waitFor()
    expect(await app.questions.count()).toBe(1)
  })
})
