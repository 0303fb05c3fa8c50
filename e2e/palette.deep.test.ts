import { expect, test } from 'vitest'
import { SETTING_NAMES } from '../src/renderer/features/settings/setting-names.ts'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

async function choose(app: App, typed: string): Promise<void> {
  await app.page.keyboard.press('Control+k')
  const palette = app.page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor()
  await app.page.keyboard.type(typed)
  await app.page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
}

describeInBrowser('the command palette', (scene) => {
  test('by keys alone it does a command, opens a conversation and shows every setting', async () => {
    const { app } = await scene().conversation()
    scene().model.enqueue(message([text('Green.')]))
    await app.send('Which colour?')
    await app.answers.filter({ hasText: 'Green.' }).waitFor()
    await choose(app, 'rename this')
    await app.page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await app.page.keyboard.type('Paint the door')
    await app.page.keyboard.press('Enter')
    await app.row('Paint the door').waitFor()
    await choose(app, 'new conv')
    await app.folder.waitFor()
    await choose(app, 'paint door')
    await app.message.waitFor()
    await expect.poll(() => app.page.title()).toContain('Phoenix')
    for (const name of SETTING_NAMES) {
      await app.page.keyboard.press('Control+k')
      const options = app.page.getByRole('dialog', { name: 'Command palette' }).getByRole('option')
      await app.page.keyboard.type(name)
      const wanted = options.filter({ hasText: 'Setting' }).filter({ hasText: name }).first()
      await wanted.waitFor()
      while ((await wanted.getAttribute('aria-selected')) !== 'true')
        await app.page.keyboard.press('ArrowDown')
      await app.page.keyboard.press('Enter')
      const settings = app.page.getByRole('dialog', { name: 'Settings' })
      await settings.waitFor()
      const focused = await app.page.evaluate(() => {
        const control = document.activeElement
        const group = control?.closest('fieldset, section')?.querySelector('legend, h3')
        const isLabelled =
          control instanceof HTMLInputElement || control instanceof HTMLSelectElement
        const labels = isLabelled ? [...(control.labels ?? [])] : []
        return [...labels, group].map((label) => label?.textContent.trim())
      })
      expect(focused).toContain(name)
      await app.page.keyboard.press('Escape')
      await settings.waitFor({ state: 'detached' })
    }
    expect(app.complaints).toEqual([])
  })

  test('what cannot be done now is said, and the palette stays', async () => {
    const { app } = await scene().conversation()
    await app.page.keyboard.press('Control+k')
    const palette = app.page.getByRole('dialog', { name: 'Command palette' })
    await app.page.keyboard.type('compact')
    await app.page.keyboard.press('Enter')
    await palette.getByRole('status').filter({ hasText: 'Not possible now' }).waitFor()
    await app.page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await app.message.evaluate((field) => field === document.activeElement)).toBe(true)
  })
})
