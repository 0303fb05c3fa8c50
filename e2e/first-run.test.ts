import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { describeInBrowser } from './setup.ts'

const NO_KEY = { ANTHROPIC_API_KEY: '' }

describeInBrowser('first run, without a key', (scene) => {
  test('the form says what the agent may do, and the demo answers from the real folder without a request', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'unmistakable.txt'), 'x\n')
    // What Phoenix then tells the model about git does not take the place of the question.
    execFileSync('git', ['init', '-q'], { cwd: folder })
    const app = await scene().window(await scene().host({ environment: NO_KEY }))
    await app.page.getByText('Changes files and runs commands without asking').waitFor()
    await app.startConversation(folder)
    await app.button('Make a file and edit it').click()
    await app.button('What is in this folder?').click()
    expect(await app.message.inputValue()).toBe('What is in this folder?')
    await app.page.keyboard.press('Enter')
    await app.answers.filter({ hasText: 'unmistakable.txt' }).waitFor()
    expect(await app.button('Make a file and edit it').count()).toBe(0)
    await app.expectStatus('Idle')
    expect(await app.answers.first().innerText()).toMatch(/script/i)
    expect(model.requests).toHaveLength(0)
    expect(app.complaints).toEqual([])
  })

  test('a key entered in Settings is tested, saved in a file that only its owner can read, and used at once', async () => {
    const { model } = scene()
    const environment = { ...NO_KEY, ANTHROPIC_BASE_URL: model.url }
    const { app, host } = await scene().conversation({ own: true, environment })
    const dialog = await openSettings(app)
    await dialog.getByRole('combobox', { name: 'Keep keys' }).selectOption({ index: 0 })
    await dialog.getByRole('textbox', { name: 'API key' }).fill('wrong-key')
    await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill('claude-sonnet-5-5')
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText(/refused/).waitFor()
    await dialog.getByRole('button', { name: 'Remove key' }).waitFor()
    await dialog.getByRole('textbox', { name: 'API key' }).fill(model.key)
    model.enqueue(message([text('.')], { stopReason: 'max_tokens' }))
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await dialog.getByText(/works/).waitFor()
    // The saved key stays until the person replaces it.
    const keyFile = join(host.dataFolder, 'anthropic.key')
    expect(readFileSync(keyFile, 'utf8')).not.toContain(model.key)
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    await expect.poll(() => readFileSync(keyFile, 'utf8')).toContain(model.key)
    await app.closeSettings()
    model.enqueue(message([text('Hello from the model.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hello from the model.' }).waitFor()
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(await app.page.content()).not.toContain(model.key)
  })

  test('one click starts the conversation while other folders are offered above the button', async () => {
    const { folder } = scene()
    for (const name of ['app', 'app-two']) mkdirSync(join(folder, name))
    const app = await scene().window(await scene().host({ environment: NO_KEY }))
    await app.folder.fill(join(folder, 'app'))
    await app.page.getByRole('option', { name: join(folder, 'app-two') }).waitFor()
    await app.button('Start conversation').click()
    await app.message.waitFor()
  })
})

async function openSettings(
  app: Awaited<ReturnType<Scene['window']>>,
): Promise<ReturnType<typeof app.page.getByRole>> {
  await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  await dialog.waitFor()
  return dialog
}
