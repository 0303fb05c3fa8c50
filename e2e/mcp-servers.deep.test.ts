import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { startSigningInServer } from '../src/main/adapters/mcp/sign-in/signing-in-server.fixture.ts'
import { SIGN_IN_MS } from '../src/shared/protocol/mcp-commands.ts'
import { describeInBrowser } from './setup.ts'
import { focused } from './support/focus.ts'

const ROOT = join(import.meta.dirname, '..')
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

describeInBrowser('MCP servers of a folder', (scene) => {
  test('one is allowed, its tool is called after approval, shows its progress, and Stop ends it', async () => {
    const { folder, model } = scene()
    const server = { command: process.execPath, args: [EVERYTHING] }
    writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { everything: server } }))
    const { app } = await scene().conversation(ASK)
    model.enqueue(message([text('No tools yet.')]))
    await app.send('Before')
    await app.answers.filter({ hasText: 'No tools yet.' }).waitFor()
    expect(JSON.stringify(model.requests[0]?.body['tools'])).not.toContain('mcp__')

    await app.button('Review').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByText('can do everything your account can').waitFor()
    await settings.getByRole('button', { name: 'Allow everything' }).click()
    await settings.getByRole('button', { name: 'Test everything' }).click()
    await settings.getByText(/It works: \d+ tools/).waitFor()
    await settings.getByRole('button', { name: 'Instructions of everything' }).click()
    await settings.getByText('Audience: These instructions are written for an LLM').waitFor()
    await app.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'hidden' })

    const long = { duration: 60, steps: 600 }
    model.enqueue(
      message([call('mcp__everything__echo', { message: 'a word' })]),
      message([call('mcp__everything__trigger-long-running-operation', long)]),
    )
    await app.send('Go')
    await app.approval.filter({ hasText: 'everything: echo' }).waitFor()
    await app.button('Allow once').click()
    await app.tool('mcp__everything__echo').waitFor()
    await app.approval.filter({ hasText: 'trigger-long-running-operation' }).waitFor()
    expect(JSON.stringify(model.requests[2]?.body['messages'])).toContain('Echo: a word')
    await app.button('Allow once').click()
    const running = app.tool('mcp__everything__trigger-long-running-operation')
    await running.filter({ hasText: /\d+ of 600/ }).waitFor()
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

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

  test('the keys stay in the row of a server that is allowed and tested', async () => {
    const { folder } = scene()
    const server = { command: process.execPath, args: ['-e', 'throw new Error("no licence")'] }
    writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { licensed: server } }))
    const { app } = await scene().conversation(ASK)
    await app.button('Settings').click()
    const row = app.page.getByRole('listitem', { name: 'licensed' })
    await row.getByRole('button', { name: 'Allow licensed' }).press('Enter')
    await expect.poll(() => focused(app)).toBe('Stop allowing licensed')
    await row.getByRole('button', { name: 'Test licensed' }).press('Enter')
    await row.getByText('It said last: Error: no licence').waitFor()
    expect(await focused(app)).toBe('Test licensed')
  })

  test('a link to sign in is offered as long as it works; then its row says so and gives another', async () => {
    const { folder } = scene()
    const signingIn = await startSigningInServer()
    const server = { type: 'http', url: `${signingIn.origin}/mcp` }
    writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { door: server } }))
    const { app } = await scene().conversation(ASK)
    await app.button('Settings').click()
    const row = app.page.getByRole('listitem', { name: 'door' })
    const link = row.getByRole('link', { name: /^Continue in your browser/ })
    await row.getByRole('button', { name: 'Allow door' }).click()
    await row.getByRole('button', { name: 'Test door' }).click()
    await row.getByRole('button', { name: 'Sign in to door' }).waitFor()
    await app.page.clock.install()
    for (const _ of ['once', 'again']) {
      await row.getByRole('button', { name: 'Sign in to door' }).click()
      await link.waitFor()
      await app.page.clock.fastForward(SIGN_IN_MS)
      await row.getByText('This sign-in has expired.').waitFor()
      expect(await link.count()).toBe(0)
    }
    await signingIn.close()
  })
})
