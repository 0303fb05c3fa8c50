import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { focused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'

const WAYS = [
  ['Control+,', 'Settings'],
  ['Control+k', 'Command palette'],
  ['Control+Shift+f', 'Search all conversations'],
  ['Control+k', 'Command palette'],
  ['Control+/', 'Keyboard shortcuts'],
  ['Control+j', 'Inbox'],
  ['Control+,', 'Settings'],
] as const

function dialog(app: App, name: string): Locator {
  return app.page.getByRole('dialog', { name, exact: true })
}

describeInBrowser('the keys of dialogs', (scene) => {
  test('lead from one to the other, that of the open one closes it, and Esc closes only one', async () => {
    const { app } = await scene().conversation()
    const { keyboard } = app.page
    for (const [key, name] of WAYS) {
      await keyboard.press(key)
      await dialog(app, name).waitFor()
      expect(await app.page.getByRole('dialog').count()).toBe(1)
    }
    await keyboard.press('Control+,')
    await expect.poll(() => app.page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focused(app)).toBe('Message')
    await keyboard.press('Control+,')
    await keyboard.press('Control+k')
    await dialog(app, 'Command palette').waitFor()
    await keyboard.press('Escape')
    await expect.poll(() => app.page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => focused(app)).toBe('Message')
    expect(app.complaints).toEqual([])
  })

  test('wait for a form that lies over Settings, and for a value that Settings refuse', async () => {
    const { app } = await scene().conversation()
    const { keyboard } = app.page
    const palette = dialog(app, 'Command palette')
    await app.button('Settings').click()
    await app.button('Add endpoint').click()
    await keyboard.press('Control+k')
    await keyboard.press('Escape')
    await dialog(app, 'Add endpoint').waitFor({ state: 'hidden' })
    expect(await palette.count()).toBe(0)
    const budget = app.page.getByRole('textbox', { name: 'Budget in US dollars' })
    await budget.fill('much')
    await keyboard.press('Control+k')
    await app.page.getByRole('alert').first().waitFor()
    await dialog(app, 'Settings').waitFor()
    expect(await palette.count()).toBe(0)
    await budget.fill('')
    await keyboard.press('Escape')
    await dialog(app, 'Settings').waitFor({ state: 'hidden' })
    expect(await palette.count()).toBe(0)
  })
})
