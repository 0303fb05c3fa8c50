import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from '../app.ts'
import { text } from '../fake-model-server/parts.ts'
import { message } from '../fake-model-server/replies.ts'
import { freshFolder } from '../support/host.ts'
import type { Scene } from '../scene.ts'

/** A new conversation beside older ones. */
export async function asking(
  scene: Scene,
  environment: Readonly<Record<string, string>> = {},
  files: Files = {},
): Promise<{ app: App; folders: Folders }> {
  const { app, folders } = await inhabited(scene, environment, files)
  await app.button('New conversation').click()
  await app.startConversation(folders.app)
  await app.message.waitFor()
  return { app, folders }
}

/** By their paths in the folder of the app: what they contain. */
type Files = Readonly<Record<string, string>>

/** A window with two older conversations in two folders. */
export async function inhabited(
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

/** A conversation of one question and its answer; the window shows a new one after it. */
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

/** What `npm test` runs in the folder: prints its results, and hangs as it was asked about. */
const TEST_SCRIPT = `printf '\\033[32m✓\\033[0m signs in\\n\\033[32m✓\\033[0m refuses a wrong password\\n'
printf '\\033[32m✓\\033[0m signs out\\n\\n3 passed, 1 running\\n'
sleep 1000
`
