import type { App } from './app.ts'
import { bash, type Part, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { asking } from './inhabited.ts'
import type { Scene } from './scene.ts'
import { DESKTOP, type Situation, SMALL } from './situation.ts'

/** What the tools show beside a command's output. */
export const TOOL_SITUATIONS: readonly Situation[] = [
  { name: 'diff', size: DESKTOP, colours: 'light', arrange: (scene) => patched(scene) },
  { name: 'dark-diff', size: DESKTOP, colours: 'dark', arrange: (scene) => patched(scene) },
  { name: 'narrow-diff', size: SMALL, colours: 'light', arrange: (scene) => patched(scene) },
  { name: 'undo', size: DESKTOP, colours: 'light', arrange: undoing },
  { name: 'dark-undo', size: DESKTOP, colours: 'dark', arrange: undoing },
  { name: 'narrow-undo', size: SMALL, colours: 'light', arrange: undoing },
  { name: 'undone', size: DESKTOP, colours: 'light', arrange: undone },
]

function call(name: string, input: Readonly<Record<string, unknown>>): Part {
  return { type: 'toolCall', name, input }
}

/** `command`: runs behind the patch. */
async function patched(scene: Scene, command: string | null = null): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  scene.model.enqueue(
    message([
      text('I look at who closes the server.'),
      call('keyword_search', { keywords: ['close', 'listen'] }),
      call('read_file', { path: 'src/server.js' }),
    ]),
    message([text('Nobody does. I close it and test that.'), call('patch', { changes: CHANGES })]),
    ...(command === null ? [] : [message([bash(command)])]),
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

/** The dialog, with a file that changed since and one that a command wrote. */
async function undoing(scene: Scene): Promise<App> {
  const app = await patched(scene, 'echo done > test.log; echo // mine >> src/server.js')
  await app.button("Undo this turn's edits").click()
  await app.page.getByRole('list', { name: 'Left alone' }).waitFor()
  return app
}

async function undone(scene: Scene): Promise<App> {
  const app = await patched(scene)
  await app.button("Undo this turn's edits").click()
  const dialog = app.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await app.page.getByText('You undid the edits').scrollIntoViewIfNeeded()
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
