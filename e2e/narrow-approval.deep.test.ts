import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ROOT = join(import.meta.dirname, '..')
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

/** How far the text of this element, and its name, go beyond the box that shows them (px). */
function beyond(at: Locator): Promise<readonly number[]> {
  return at.evaluate((element) => {
    const row = element.closest('p')
    const end = row?.getBoundingClientRect().right ?? 0
    return [element, ...(row?.querySelectorAll('strong') ?? [])].map((each) => {
      const words = document.createRange()
      words.selectNodeContents(each)
      return Math.max(0, Math.round(words.getBoundingClientRect().right - end))
    })
  })
}

describeInBrowser('a narrow window', (scene) => {
  test('at 320 px the card of a tool with a long name shows the whole name, and why it asks', async () => {
    const { folder, model } = scene()
    const name = 'a_server_of_a_very_long_name_for_one_line'
    const server = { command: process.execPath, args: [EVERYTHING] }
    writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { [name]: server } }))
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'ask' } })
    const { page } = app
    model.enqueue(message([text('No tools yet.')]))
    await app.send('Before')
    await app.answers.getByText('No tools yet.').waitFor()
    await app.button('Review').click()
    await app.button(`Allow ${name}`).click()
    await app.button(`Test ${name}`).click()
    await page.getByText(/It works: \d+ tools/).waitFor()
    await page.keyboard.press('Escape')
    model.enqueue(message([call(`mcp__${name}__echo`, { message: 'a word' })]))
    await app.send('Go')
    await app.button('Deny').waitFor()
    await page.setViewportSize({ width: 320, height: 700 })
    const why = app.approval.getByText('asks before an MCP server is called')
    expect(await beyond(why)).toEqual([0, 0])
  })
})
