import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { call, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** MCP servers: listed, allowed, offered after `/`, and one that asks a person to fill in a form. */
export const MCP_SITUATIONS: readonly Situation[] = [
  { name: 'mcp-servers', size: DESKTOP, colours: 'light', arrange: servers },
  { name: 'mcp-servers-dark-narrow', size: SMALL, colours: 'dark', arrange: servers },
  { name: 'mcp-add', size: DESKTOP, colours: 'dark', arrange: adding },
  { name: 'mcp-add-narrow', size: SMALL, colours: 'light', arrange: adding },
  { name: 'mcp-prompts', size: DESKTOP, colours: 'light', arrange: prompts },
  { name: 'mcp-prompts-dark-narrow', size: SMALL, colours: 'dark', arrange: prompts },
  { name: 'mcp-form', size: DESKTOP, colours: 'light', arrange: form },
  { name: 'mcp-form-dark-narrow', size: SMALL, colours: 'dark', arrange: form },
]

const ROOT = join(import.meta.dirname, '../../..')
const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

/** One server runs, one cannot start, one has not been allowed yet. Settings stay open. */
async function servers(scene: Scene): Promise<App> {
  const works = { command: process.execPath, args: [EVERYTHING] }
  const fails = { command: process.execPath, args: ['-e', 'throw new Error("no licence")'] }
  const mcpServers = { everything: works, licensed: fails, later: works }
  writeFileSync(join(scene.folder, '.mcp.json'), JSON.stringify({ mcpServers }))
  const { app } = await scene.conversation({
    own: true,
    environment: { PHOENIX_PERMISSIONS: 'ask' },
  })
  scene.model.enqueue(message([text('I have no tools of these servers yet.')]))
  await app.send('What can you use here?')
  await app.answers.filter({ hasText: 'no tools of these' }).waitFor()
  await app.expectStatus('Idle')
  await app.button('Review').click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  for (const name of ['everything', 'licensed']) {
    await settings.getByRole('button', { name: `Allow ${name}` }).click()
    await settings.getByRole('button', { name: `Test ${name}` }).click()
  }
  await settings.getByText(/It works: \d+ tools/).waitFor()
  await settings.getByText(/\. Not running\.$/).waitFor()
  await settings.getByText('It said last: Error: no licence').waitFor()
  await settings
    .getByRole('heading', { name: 'MCP servers' })
    .evaluate((heading) => heading.scrollIntoView())
  return app
}

/** An invalid entry. */
async function adding(scene: Scene): Promise<App> {
  const app = await servers(scene)
  await app.button('Add MCP server').click()
  const group = app.page.getByRole('group', { name: 'New MCP server' })
  await group.getByLabel('Name of the server').fill('files')
  await group.getByLabel('Entry of the server').fill('{ "command": "npx"')
  await group.getByRole('button', { name: 'Save server' }).click()
  await group.getByRole('alert').waitFor()
  await group.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return app
}

async function prompts(scene: Scene): Promise<App> {
  const app = await servers(scene)
  await app.closeSettings()
  await app.message.pressSequentially('/every')
  await app.page
    .getByRole('option', { name: /^\/everything:/ })
    .first()
    .waitFor()
  return app
}

async function form(scene: Scene): Promise<App> {
  const app = await servers(scene)
  await app.closeSettings()
  scene.model.enqueue(
    message([
      text('The server has to know who signs.'),
      call('mcp__everything__trigger-elicitation-request', {}),
    ]),
  )
  await app.send('Sign the release')
  await app.button('Allow once').click()
  await app.page.getByText('Please provide inputs').first().waitFor()
  return app
}
