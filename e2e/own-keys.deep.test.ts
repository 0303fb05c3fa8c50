import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a person’s own keyboard shortcuts', (scene) => {
  test('new keys work at once and after a reload, appear in the cheat sheet and the palette, and are never assigned twice', async () => {
    const { app } = await scene().conversation({ own: true })
    const { page } = app
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const inbox = page.getByRole('dialog', { name: 'Inbox' })
    await page.keyboard.press('Control+/')
    await sheet.getByRole('button', { name: 'Change keys…' }).click()
    const row = page
      .getByRole('dialog', { name: 'Settings' })
      .getByRole('listitem')
      .filter({ hasText: 'Inbox: everything that needs you' })
    const sections = page.getByRole('dialog', { name: 'Settings' }).locator('[aria-current="true"]')
    expect(await sections.allTextContents()).toEqual(['Keyboard'])
    const kept = page.getByText('A browser keeps some keys for itself, such as Ctrl+N, Ctrl+T')
    expect(await kept.count()).toBe(page.context().browser() === null ? 0 : 1)
    await row.getByRole('button', { name: 'Change' }).click()
    await page.keyboard.press('Control+k')
    await row.getByRole('alert').filter({ hasText: 'Command palette' }).waitFor()
    await page.keyboard.press('Control+Shift+I')
    await expect.poll(() => row.locator('kbd').allTextContents()).toEqual(['Ctrl+Shift+I'])
    await row.getByRole('button', { name: 'Change' }).click()
    await page.keyboard.press('Escape')
    expect(await row.locator('kbd').allTextContents()).toEqual(['Ctrl+Shift+I'])
    await page.keyboard.press('Escape')
    await row.waitFor({ state: 'detached' })

    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await app.message.waitFor()
      await page.keyboard.press('Control+j')
      await page.keyboard.press('Control+Shift+I')
      await inbox.waitFor()
      await page.keyboard.press('Escape')
      await inbox.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+/')
    const line = sheet.locator('dl > div').filter({ hasText: 'Inbox: everything that needs you' })
    expect(await line.locator('kbd').allTextContents()).toEqual(['Ctrl+Shift+I'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('inbox')
    const option = page.getByRole('option').filter({ hasText: 'Inbox' }).first()
    expect(await option.textContent()).toContain('Ctrl+Shift+I')
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+,')
    await row.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => row.locator('kbd').allTextContents()).toEqual(['Ctrl+J'])
    expect(app.complaints).toEqual([])
  })
})
