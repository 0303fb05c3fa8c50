import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { bash, call, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import type { Scene } from '../../scene.ts'
import { asking } from '../older-conversations.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/**
 * Hooks, skills, agents and servers: files that wait for approval, the effects of hooks, and a page that a server wants
 * to open.
 */
export const EXTRA_SITUATIONS: readonly Situation[] = [
  { name: 'folder-files-note', size: DESKTOP, colours: 'light', arrange: noted },
  { name: 'folder-files', size: DESKTOP, colours: 'light', arrange: reviewed },
  { name: 'dark-folder-files', size: DESKTOP, colours: 'dark', arrange: reviewed },
  { name: 'narrow-folder-files', size: SMALL, colours: 'light', arrange: reviewed },
  { name: 'hooks', size: DESKTOP, colours: 'light', arrange: ran },
  { name: 'dark-hooks', size: DESKTOP, colours: 'dark', arrange: ran },
  { name: 'narrow-hooks', size: SMALL, colours: 'light', arrange: ran },
  { name: 'server-page', size: DESKTOP, colours: 'light', arrange: wantsPage },
  { name: 'narrow-dark-server-page', size: SMALL, colours: 'dark', arrange: wantsPage },
]

const GUARD = 'grep -q "push --force" && { echo "Nobody pushes by force here." >&2; exit 2; }; true'
const RELEASE = '.claude/skills/release/SKILL.md'
const SKILL =
  '---\nname: release\ndescription: Releases a version of the app\n---\n\n1. Run the tests.\n2. Tag the commit.\n'
const AGENT =
  '---\nname: reviewer\ndescription: Reviews changes before they are committed\ntools: Read, Grep\n---\n\nBe strict about names.\n'

function command(line: string): unknown {
  return [{ hooks: [{ type: 'command', command: line }] }]
}

function hooks(): string {
  return JSON.stringify({
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: GUARD, timeout: 5 }] }],
      UserPromptSubmit: command('git branch --show-current 2>/dev/null || echo "No branch yet."'),
      Stop: command('sh test.sh'),
    },
  })
}

async function noted(scene: Scene): Promise<App> {
  const { app } = await inFolder(scene)
  return app
}

async function inFolder(scene: Scene): Promise<{ app: App; folder: string }> {
  const environment = { PHOENIX_PERMISSIONS: 'auto' }
  const { app, folders } = await asking(scene, environment, {
    '.claude/settings.json': hooks(),
    [RELEASE]: SKILL,
    '.claude/agents/reviewer.md': AGENT,
  })
  scene.model.enqueue(message([text('The app listens on one port and never closes its server.')]))
  await app.send('What does the server do?')
  await app.answers.filter({ hasText: 'never closes' }).waitFor()
  await app.page.getByText('This folder has hooks').waitFor()
  return { app, folder: folders.app }
}

async function reviewed(scene: Scene): Promise<App> {
  const { app, folder } = await inFolder(scene)
  await allow(app, /^Allow skill/)
  await app.page.getByRole('button', { name: /^Stop allowing skill/ }).waitFor()
  writeFileSync(join(folder, RELEASE), SKILL.replace('Tag', 'Sign and tag'))
  await app.page.getByText('Changed since you allowed it').waitFor()
  await app.page
    .getByRole('heading', { name: 'Hooks, skills and agents' })
    .evaluate((heading) => heading.scrollIntoView())
  return app
}

async function allow(app: App, name: RegExp): Promise<void> {
  await app.button('Review').click()
  await app.page.getByRole('button', { name }).click()
}

async function ran(scene: Scene): Promise<App> {
  const { app } = await inFolder(scene)
  await allow(app, /^Allow hooks/)
  await app.page.getByRole('button', { name: /^Stop allowing hooks/ }).waitFor()
  await app.page.keyboard.press('Escape')
  scene.model.enqueue(
    message([bash('git push --force')]),
    message([text('The push was blocked, so I leave the branch as it is.')]),
  )
  await app.send('Push it')
  await app.answers.filter({ hasText: 'leave the branch' }).waitFor()
  await app.page.getByText('Hook at the end of the turn is running').waitFor()
  const blocked = app.tool('bash').filter({ hasText: 'blocked by a hook' })
  await app.openCard(blocked)
  await blocked.getByText('Hook before this call').click()
  await blocked.scrollIntoViewIfNeeded()
  return app
}

const EVERYTHING = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

async function wantsPage(scene: Scene): Promise<App> {
  const server = { command: process.execPath, args: [EVERYTHING] }
  const environment = { PHOENIX_PERMISSIONS: 'auto' }
  const { app } = await asking(scene, environment, {
    '.mcp.json': JSON.stringify({ mcpServers: { billing: server } }),
  })
  scene.model.enqueue(message([text('The invoice is open.')]))
  await app.send('Is the invoice paid?')
  await app.answers.filter({ hasText: 'is open' }).waitFor()
  await allow(app, /^Allow billing/)
  await app.page.getByRole('button', { name: /^Stop allowing billing/ }).waitFor()
  await app.page.keyboard.press('Escape')
  const url = 'https://pay.example.com/checkout?order=4711&state=9f2c51d0c1a84b1f8e3b7a66d2f0c9aa'
  const asks = { url, message: 'Paying needs your confirmation at the bank.' }
  scene.model.enqueue(message([call('mcp__billing__trigger-url-elicitation', asks)]))
  await app.send('Pay it')
  await app.page.getByRole('link', { name: 'Open pay.example.com' }).waitFor()
  return app
}
