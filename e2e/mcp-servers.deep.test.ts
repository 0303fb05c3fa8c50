import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ROOT = join(import.meta.dirname, '..')
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

describeInBrowser('MCP servers of a folder', (scene) => {
  test('a page that a server wants opened is shown whole, opens by a click only, and the call goes on with the answer', async () => {
    const { folder, model } = scene()
    const server = { command: process.execPath, args: [EVERYTHING] }
    writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { everything: server } }))
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'auto' } })
    model.enqueue(message([text('Hello.')]))
    await app.send('Before')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.button('Review').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Allow everything' }).click()
    await settings.getByRole('button', { name: 'Test everything' }).click()
    await settings.getByText(/It works: \d+ tools/).waitFor()
    await app.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'hidden' })

    const url = 'http://127.0.0.1:9/pay?order=1'
    const opens = call('mcp__everything__trigger-url-elicitation', { url, message: 'Pay first' })
    model.enqueue(message([opens]), message([opens]), message([text('Both are done.')]))
    const pages = app.page.context().pages().length
    await app.send('Pay')
    await app.page.getByText('Pay first It wants you to open a page at 127.0.0.1:9:').waitFor()
    await app.page.getByText(url, { exact: false }).first().waitFor()
    const link = app.page.getByRole('link', { name: 'Open 127.0.0.1:9' })
    await link.waitFor()
    expect(app.page.context().pages()).toHaveLength(pages)
    const opening = app.page.waitForEvent('popup')
    await link.click()
    const opened = await opening
    await opened.close()
    await app.button('I have opened it').click()
    await expect.poll(() => model.requests.length).toBe(3)
    await app.page.getByRole('link', { name: 'Open 127.0.0.1:9' }).waitFor()
    await app.button('Decline').click()
    await app.answers.filter({ hasText: 'Both are done.' }).waitFor()
    const told = model.requests.slice(-2).map(({ body }) => JSON.stringify(body['messages']))
    expect(told[0]).toContain('User completed the URL elicitation flow')
    expect(told[1]).toContain('User declined to open the URL')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
