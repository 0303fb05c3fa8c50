import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const MODEL = 'claude-opus-4-5'
const NAME = 'Claude Opus 4.5'

async function setShown(app: App, isShown: boolean): Promise<void> {
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await app.button('Settings').click()
  await settings.getByText('Models in the picker', { exact: true }).click()
  const box = settings.getByRole('checkbox', { name: `Show in the picker: ${NAME}` })
  await box.setChecked(isShown)
  await settings.getByText(`Saved: ${isShown ? 'Show' : 'Hide'} ${NAME}`).waitFor()
  await app.button('Close').click()
  await settings.waitFor({ state: 'hidden' })
}

/** The models listed for a conversation, which keeps its own afterwards. */
async function listed(app: App): Promise<readonly string[]> {
  await app.page.getByRole('button', { name: /^Model: / }).click()
  await app.page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await app.page.getByRole('option').first().waitFor()
  const names = await app.page.getByRole('option').locator('.name').allTextContents()
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('Escape')
  return names.map((each) => each.trim())
}

describeInBrowser('hidden models', (scene) => {
  test('a model that a person hides leaves the picker and goes on working where it is chosen, also over a restart', async () => {
    const { model } = scene()
    const { app, host } = await scene().conversation({ own: true })
    const { page } = app
    expect(await listed(app)).toContain(NAME)
    await page.getByRole('button', { name: /^Model: / }).click()
    await page.getByRole('combobox', { name: 'Model', exact: true }).fill(MODEL)
    await page.keyboard.press('Enter')
    await app.button('Save').click()
    await app.button(`Model: ${NAME}`).waitFor()

    await setShown(app, false)
    const left = await listed(app)
    expect(left).not.toContain(NAME)
    expect(left.length).toBeGreaterThan(1)
    await app.button(`Model: ${NAME}`).waitFor()
    model.enqueue(message([text('Still here.')]))
    await app.send('Are you there?')
    await app.answers.filter({ hasText: 'Still here.' }).waitFor()
    expect(model.requests.at(-1)?.body['model']).toBe(MODEL)
    expect(app.complaints).toEqual([])

    await host.kill()
    const next = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await next.button(`Model: ${NAME}`).waitFor()
    expect(await listed(next)).not.toContain(NAME)
    await setShown(next, true)
    expect(await listed(next)).toContain(NAME)
  })
})
