import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from '../app.ts'
import { text } from '../fake-model-server/parts.ts'
import { message } from '../fake-model-server/replies.ts'
import { freshFolder } from '../support/host.ts'
import type { Scene } from '../scene.ts'

/** A new conversation in addition to older ones. */
export async function asking(
  scene: Scene,
  environment: Readonly<Record<string, string>> = {},
  files: Files = {},
): Promise<{ app: App; folders: Folders }> {
  const { app, folders } = await withOlderConversations(scene, environment, files)
  await app.button('New conversation').click()
  await app.startConversation(folders.app)
  await app.message.waitFor()
  return { app, folders }
}

/** File contents by path in the app's folder. */
type Files = Readonly<Record<string, string>>

/** A window with two older conversations in two folders. */
export async function withOlderConversations(
  scene: Scene,
  environment: Readonly<Record<string, string>> = {},
  files: Files = {},
): Promise<{ app: App; folders: Folders }> {
  const folders = homeWithFolders()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folders.app, path)), { recursive: true })
    writeFileSync(join(folders.app, path), content)
  }
  const host = await scene.host({ own: true, environment: { HOME: folders.home, ...environment } })
  const app = await scene.window(host)
  for (const [folder, question] of [
    [folders.docs, 'Find the typos in the guide'],
    [folders.app, 'Rename the session cookie'],
  ] as const) {
    await askIn(scene, app, folder, question)
  }
  return { app, folders }
}

/** Starts a conversation of one question and its answer; the window then shows a new one. */
export async function askIn(
  scene: Scene,
  app: App,
  folder: string,
  question: string,
): Promise<void> {
  scene.model.enqueue(message([text('Done.')]))
  await app.startConversation(folder)
  await app.message.waitFor()
  await app.send(question)
  await app.answers.filter({ hasText: 'Done.' }).waitFor()
  await app.expectStatus('Idle')
  await app.button('New conversation').click()
}

export interface Folders {
  readonly home: string
  readonly app: string
  readonly docs: string
}

export function homeWithFolders(): Folders {
  const home = freshFolder('home')
  const folders = { home, app: join(home, 'code/app'), docs: join(home, 'code/docs') }
  mkdirSync(join(folders.app, 'src'), { recursive: true })
  mkdirSync(folders.docs, { recursive: true })
  writeFileSync(
    join(folders.app, 'src/server.js'),
    'const server = listen(port)\n// TODO close it\n',
  )
  writeFileSync(join(folders.app, 'test.sh'), TEST_SCRIPT)
  writeFileSync(join(folders.app, 'package.json'), '{"scripts":{"test":"sh test.sh"}}\n')
  return folders
}

/** The script behind `npm test` in the folder: prints its results, and hangs as the question describes. */
const TEST_SCRIPT = `printf '\\033[32m✓\\033[0m signs in\\n\\033[32m✓\\033[0m refuses a wrong password\\n'
printf '\\033[32m✓\\033[0m signs out\\n\\n3 passed, 1 running\\n'
sleep 1000
`
