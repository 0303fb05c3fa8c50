import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

async function saveSettings(app: App, fields: Readonly<Record<string, string>>): Promise<void> {
  await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  for (const [name, value] of Object.entries(fields))
    await dialog.getByLabel(name, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describeInBrowser('bad input', (scene) => {
  // covers REQ-BED-006.3a REQ-BED-006.3b
  test('T51 a wrong key says so and where to mend it, and the same message goes out after that', async () => {
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
