import { connectToPhoenix } from 'phoenix/client'
import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'
import { isFocused } from './support/focus.ts'

describeInBrowser('Tokens in Settings', (scene) => {
  test('one is created, shown once, used, listed with its use, and revoked', async () => {
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Create token' }).click()
    const form = settings.getByRole('group', { name: 'New token' })
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByRole('alert').filter({ hasText: 'Say which tool' }).waitFor()
    await form.getByRole('textbox', { name: 'Name of the tool' }).fill('report')
    await app.page.keyboard.press('Enter')
    const token = (await form.getByLabel('Token', { exact: true }).textContent()) ?? ''
    expect(token).toMatch(/^phx_[\w-]{43}$/)
    await form.getByRole('button', { name: 'Done' }).click()
    expect(await app.page.content()).not.toContain(token)

    const tool = await connectToPhoenix({ origin: new URL(app.page.url()).origin, token })
    if (!tool.ok) throw new Error(tool.error)
    expect((await tool.value.request('rules.list', {})).ok).toBe(true)
    const row = settings.getByRole('list', { name: 'Tokens for tools' }).getByRole('listitem')
    await row.filter({ hasText: 'Allows read.' }).filter({ hasText: 'connected now (1)' }).waitFor()
    await row.getByRole('button', { name: 'Revoke the token report' }).click()
    await tool.value.closed
    await row.waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  })

  test('the form for a token or a server takes the focus of the button that opens it, and gives it back', async () => {
    const { app } = await scene().conversation()
    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    for (const [title, form] of [
      ['Create token', 'New token'],
      ['Add MCP server', 'New MCP server'],
    ] as const) {
      const open = settings.getByRole('button', { name: title })
      await open.press('Enter')
      const field = settings.getByRole('group', { name: form }).getByRole('textbox').first()
      await expect.poll(() => isFocused(field)).toBe(true)
      await settings.getByRole('button', { name: 'Cancel' }).press('Enter')
      await expect.poll(() => isFocused(open)).toBe(true)
    }
  })
})
