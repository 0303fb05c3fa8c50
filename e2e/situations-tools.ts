import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { App } from './app.ts'
import { type Part, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { asking } from './inhabited.ts'
import type { Scene } from './scene.ts'
import { DESKTOP, type Situation, SMALL } from './situation.ts'

/** What the tools show beside a command's output. */
export const TOOL_SITUATIONS: readonly Situation[] = [
  { name: 'diff', size: DESKTOP, colours: 'light', arrange: patched },
  { name: 'dark-diff', size: DESKTOP, colours: 'dark', arrange: patched },
  { name: 'seen-image', size: DESKTOP, colours: 'light', arrange: seen },
  { name: 'dark-seen-image', size: SMALL, colours: 'dark', arrange: seen },
  { name: 'narrow-diff', size: SMALL, colours: 'light', arrange: patched },
]

function call(name: string, input: Readonly<Record<string, unknown>>): Part {
  return { type: 'toolCall', name, input }
}

async function patched(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'acceptEdits' })
  scene.model.enqueue(
    message([
      text('I look at who closes the server.'),
      call('keyword_search', { keywords: ['close', 'listen'] }),
      call('read_file', { path: 'src/server.js' }),
    ]),
    message([text('Nobody does. I close it and test that.'), call('patch', { changes: CHANGES })]),
    message([text('The server is closed behind the last test.')]),
  )
  await app.send('Close the server')
  await app.answers.filter({ hasText: 'behind the last test' }).waitFor()
  await app.expectStatus('Idle')
  const card = app.tool('patch')
  await card.locator('summary').click()
  await card.getByRole('group', { name: 'Changes' }).waitFor()
  return app
}

async function seen(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene)
  const create = { width: 1200, height: 700, channels: 3, background: 'teal' } as const
  writeFileSync(join(folders.app, 'plan.png'), await sharp({ create }).png().toBuffer())
  scene.model.enqueue(
    message([text('I look at the plan.'), call('read_file', { path: 'plan.png' })]),
    message([text('It is teal from edge to edge.')]),
  )
  await app.send('What is on the plan?')
  await app.answers.filter({ hasText: 'edge to edge' }).waitFor()
  await app.expectStatus('Idle')
  const card = app.tool('read_file')
  await card.locator('summary').click()
  await card.locator('img').waitFor()
  return app
}

const CHANGES = [
  {
    type: 'edit',
    path: 'src/server.js',
    oldText: '// TODO close it\n',
    newText: 'export function close() {\n  return new Promise((done) => server.close(done))\n}\n',
  },
  {
    type: 'create',
    path: 'src/server.test.js',
    text: "import { afterAll } from 'vitest'\nimport { close } from './server.js'\n\nafterAll(close)\n",
  },
]
