import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from './app.ts'
import type { Scene } from './scene.ts'
import { DESKTOP, type Situation, SMALL } from './situation.ts'

/** What is offered while a message is written. */
export const COMPOSER_SITUATIONS: readonly Situation[] = [
  { name: 'naming-files', size: DESKTOP, colours: 'light', arrange: namingFiles },
  { name: 'dark-naming-files', size: SMALL, colours: 'dark', arrange: namingFiles },
  { name: 'naming-commands', size: DESKTOP, colours: 'light', arrange: namingCommands },
  { name: 'long-paste', size: DESKTOP, colours: 'light', arrange: longPaste },
  { name: 'palette', size: DESKTOP, colours: 'light', arrange: palette },
  { name: 'dark-palette', size: SMALL, colours: 'dark', arrange: palette },
]

async function namingFiles(scene: Scene): Promise<App> {
  mkdirSync(join(scene.folder, 'src/parts'), { recursive: true })
  for (const name of ['src/app.ts', 'src/parts/door.ts', 'src/parts/window.ts', 'README.md'])
    writeFileSync(join(scene.folder, name), 'x')
  const { app } = await scene.conversation()
  await app.message.pressSequentially('Paint what is in @s')
  await app.page.getByRole('listbox', { name: 'Files and folders' }).waitFor()
  await app.message.press('ArrowDown')
  return app
}

async function namingCommands(scene: Scene): Promise<App> {
  mkdirSync(join(scene.folder, '.claude/commands'), { recursive: true })
  const review = '---\ndescription: Reads a file as a careful colleague\n---\nReview $ARGUMENTS.'
  writeFileSync(join(scene.folder, '.claude/commands/review.md'), review)
  const { app } = await scene.conversation()
  await app.message.pressSequentially('/')
  await app.page.getByRole('option', { name: '/review' }).waitFor()
  return app
}

async function longPaste(scene: Scene): Promise<App> {
  const { app } = await scene.conversation()
  await app.message.fill('Why does this fail?')
  await app.paste('a line of the log\n'.repeat(300))
  await app.page.getByText('Pasted text.txt').waitFor()
  return app
}

async function palette(scene: Scene): Promise<App> {
  const { app } = await scene.conversation()
  await app.page.keyboard.press('Control+k')
  await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await app.page.keyboard.type('co')
  return app
}
