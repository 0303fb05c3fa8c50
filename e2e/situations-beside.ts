import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import type { App } from './app.ts'
import { change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { asking } from './inhabited.ts'
import type { Scene } from './scene.ts'
import { DESKTOP, type Situation, SMALL } from './situation.ts'

/** What lies beside the agent: a review of its changes. */
export const BESIDE_SITUATIONS: readonly Situation[] = [
  { name: 'review', size: DESKTOP, colours: 'light', arrange: review },
  { name: 'review-dark', size: DESKTOP, colours: 'dark', arrange: review },
  { name: 'review-narrow', size: SMALL, colours: 'light', arrange: review },
]

const AUTO = { PHOENIX_PERMISSIONS: 'auto' }

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

const SERVER = `import { createServer } from 'node:http'

export function listen(port) {
  const server = createServer(handle)
  server.listen(port)
  return server
}
`

/** A repository with a commit, in which an agent has made an edit. */
async function edited(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene, AUTO)
  const folder = folders.app
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'src/server.js'), SERVER)
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'First')
  scene.model.enqueue(
    message([
      change(
        edit('src/server.js', '  server.listen(port)\n', '  server.listen(port, "127.0.0.1")\n'),
        { type: 'create', path: 'test/server.test.js', text: "test('listens', () => {})\n" },
      ),
    ]),
    message([text('The server now listens on this computer only.')]),
  )
  await app.send('Let the server listen on this computer only')
  await app.answers.filter({ hasText: 'now listens' }).waitFor()
  await app.expectStatus('Idle')
  return app
}

async function review(scene: Scene): Promise<App> {
  const app = await edited(scene)
  await app.button('Review changes').click()
  const dialog = app.page.getByRole('dialog', { name: 'Review changes' })
  await dialog.getByRole('radio', { name: 'Folder' }).check()
  const file = dialog.getByRole('region', { name: 'src/server.js' })
  await file.getByRole('button', { name: 'Comment on line 5', exact: true }).click()
  await app.page.keyboard.type('Take the host from the settings.')
  return app
}
