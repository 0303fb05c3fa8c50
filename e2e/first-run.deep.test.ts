import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'

const NO_KEY = { ANTHROPIC_API_KEY: '' }

describeInBrowser('first run, without a key', (scene) => {
  test('the demo creates a real file, stops in mid-task, and shows a provider that recovers', async () => {
    const { folder } = scene()
    const { app } = await scene().conversation({ environment: NO_KEY })
    await app.send('Make a file and edit it')
    await app.expectStatus('Idle')
    await expect.poll(() => readdirSync(folder).length, { timeout: 10_000 }).toBeGreaterThan(0)
    await app.expectStatus('Idle')
    await app.send('Run a slow task')
    await app.tool('bash').last().waitFor()
    await app.expectStatus(/^Running /)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app.send('Pretend the provider fails')
    await app.expectStatus(/^Retry 2 of 3 in /)
    await app.expectStatus('Idle')
    await app.send('Sing me a song')
    await app.answers
      .last()
      .getByText(/can show|ask me/i)
      .first()
      .waitFor()
  })

  test('Settings says that a key of the environment wins for this run', async () => {
    const app = await scene().window(await scene().host())
    await app.page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByText(/ANTHROPIC_API_KEY/).waitFor()
    await dialog.getByText(/ANTHROPIC_BASE_URL/).waitFor()
  })

  test('the folder field completes paths as they are typed', async () => {
    const { folder } = scene()
    const app = await scene().window(await scene().host({ environment: NO_KEY }))
    await app.folder.fill(folder.slice(0, -3))
    await app.page
      .getByRole('option', { name: folder })
      .or(app.page.locator(`option[value="${folder}"]`))
      .first()
      .waitFor({ state: 'attached' })
  })
})
