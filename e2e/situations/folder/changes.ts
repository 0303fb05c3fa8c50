import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { edit } from '../../../src/main/adapters/tools/changing.fixture.ts'
import type { App } from '../../app.ts'
import { bash, change, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** A review of the agent's changes, and a separate worktree. */
export const BESIDE_SITUATIONS: readonly Situation[] = [
  { name: 'review', size: DESKTOP, colours: 'light', arrange: review },
  { name: 'review-dark', size: DESKTOP, colours: 'dark', arrange: review },
  { name: 'review-narrow', size: SMALL, colours: 'light', arrange: review },
  { name: 'commit', size: DESKTOP, colours: 'light', arrange: committing },
  { name: 'commit-dark-narrow', size: SMALL, colours: 'dark', arrange: committing },
  { name: 'new-worktree', size: DESKTOP, colours: 'light', arrange: newWorktree },
  { name: 'new-worktree-dark-narrow', size: SMALL, colours: 'dark', arrange: newWorktree },
  { name: 'worktree', size: DESKTOP, colours: 'light', arrange: worktree },
  { name: 'worktree-dark', size: DESKTOP, colours: 'dark', arrange: worktree },
  { name: 'worktree-narrow', size: SMALL, colours: 'light', arrange: discarding },
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

async function committing(scene: Scene): Promise<App> {
  const app = await edited(scene)
  await app.button('Review changes').click()
  const dialog = app.page.getByRole('dialog', { name: 'Review changes' })
  await dialog.getByRole('radio', { name: 'Folder' }).check()
  await dialog.getByRole('button', { name: 'Commit…' }).click()
  scene.model.enqueue(
    message([text('Listen on localhost only\n\nOthers on the network could reach the server.')]),
  )
  await dialog.getByRole('button', { name: 'Draft message' }).click()
  await dialog.getByRole('button', { name: 'Draft message', disabled: false }).waitFor()
  return app
}

async function newWorktree(scene: Scene): Promise<App> {
  const app = await edited(scene)
  await app.button('New conversation').click()
  await app.page.getByRole('checkbox', { name: 'Work in a separate git worktree' }).check()
  await app.page.getByRole('textbox', { name: 'Branch' }).fill('phoenix/listen-on-localhost')
  return app
}

/** A worktree with a commit and a file that would be lost. */
async function worktree(scene: Scene): Promise<App> {
  const app = await newWorktree(scene)
  await app.button('Start conversation').click()
  await app.message.waitFor()
  const commit = "git -c user.name=Ada -c user.email=a@example.org commit -qam 'Close the server'"
  scene.model.enqueue(
    message([bash(`echo '// closed' >> src/server.js && ${commit} && touch notes.txt`)]),
    message([text('The server is closed at the end.')]),
  )
  await app.send('Close the server at the end')
  await app.answers.filter({ hasText: 'closed at the end' }).waitFor()
  await app.expectStatus('Idle')
  await app.page.getByTitle('Worktree: merge, keep or discard it').click()
  await app.page.getByText('1 commit that is on no other branch').waitFor()
  return app
}

async function discarding(scene: Scene): Promise<App> {
  const app = await worktree(scene)
  await app.button('Discard…').click()
  return app
}
