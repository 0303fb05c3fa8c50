import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { call, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** The viewer of the folder's files. */
export const FILE_SITUATIONS: readonly Situation[] = [
  { name: 'viewer', size: DESKTOP, colours: 'light', arrange: looking },
  { name: 'dark-viewer', size: DESKTOP, colours: 'dark', arrange: looking },
  { name: 'narrow-viewer', size: SMALL, colours: 'light', arrange: looking },
]

const BEFORE = `import { createServer } from 'node:http'

export function listen(port: number): void {
  createServer().listen(port)
}
`
const AFTER = BEFORE.replace('(port)\n', "(port)\n  console.log('listening on', port)\n")

async function looking(scene: Scene): Promise<App> {
  const { folder, model } = scene
  for (const name of ['src', 'docs', 'test']) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'readme.md'), `# ${name}\n`)
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "login" }\n')
  writeFileSync(join(folder, 'src', 'server.ts'), BEFORE)
  execFileSync('git', ['init', '-q'], { cwd: folder })
  model.enqueue(
    message([call('read_file', { path: 'src/server.ts' })]),
    message([call('write_file', { path: 'src/server.ts', content: AFTER })]),
    message([text('The server now says where it listens.')]),
  )
  const { app } = await scene.conversation({
    own: true,
    environment: { PHOENIX_PERMISSIONS: 'auto' },
  })
  await app.send('Say where the server listens')
  await app.answers.filter({ hasText: 'now says' }).waitFor()
  await app.message.pressSequentially('/files')
  await app.page.getByRole('option', { name: '/files' }).waitFor()
  await app.page.keyboard.press('Enter')
  const tree = app.page.getByRole('tree', { name: 'Files of the folder' })
  await tree.getByRole('treeitem', { name: 'src' }).click()
  await tree.getByRole('treeitem', { name: 'server.ts' }).click()
  await app.page.getByText('listening on').last().waitFor()
  return app
}
