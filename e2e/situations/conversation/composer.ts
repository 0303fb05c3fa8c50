import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** Suggestions while a message is being written. */
export const COMPOSER_SITUATIONS: readonly Situation[] = [
  { name: 'naming-files', size: DESKTOP, colours: 'light', arrange: namingFiles },
  { name: 'dark-naming-files', size: SMALL, colours: 'dark', arrange: namingFiles },
  { name: 'named-files', size: DESKTOP, colours: 'light', arrange: namedFiles },
  { name: 'named-files-dark-narrow', size: SMALL, colours: 'dark', arrange: namedFiles },
  { name: 'naming-commands', size: DESKTOP, colours: 'light', arrange: namingCommands },
  { name: 'long-paste', size: DESKTOP, colours: 'light', arrange: longPaste },
  { name: 'own-command', size: DESKTOP, colours: 'light', arrange: ownCommand },
  { name: 'dark-own-command', size: SMALL, colours: 'dark', arrange: ownCommand },
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

async function namedFiles(scene: Scene): Promise<App> {
  const long = 'src/parts/of/a/house/with/many/rooms/and/one/very-long-name-of-a-window.ts'
  mkdirSync(join(scene.folder, long, '..'), { recursive: true })
  for (const name of ['src/parts/door.ts', long, 'my notes.md'])
    writeFileSync(join(scene.folder, name), 'x')
  writeFileSync(join(scene.folder, 'house.log'), 'x'.repeat(300_000))
  const { app } = await scene.conversation()
  scene.model.enqueue(message([text('Both are green.')]))
  await app.message.fill('Are @src/parts/door.ts and @"my notes.md" about the same colour?')
  const chips = app.page.getByRole('list', { name: 'Named files and folders' })
  await chips.getByText('its text').nth(1).waitFor()
  await app.message.press('Enter')
  await app.answers.filter({ hasText: 'green' }).waitFor()
  await app.message.fill(
    `Now paint @${long} like @src/parts/, as @house.log says, not as in @src/old/door.ts`,
  )
  await app.message.press('Home')
  await chips.getByText('not found').waitFor()
  await chips.getByText('its text').waitFor()
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

/** One command has ended and will be shown to the agent, one is running, and one is being written. */
async function ownCommand(scene: Scene): Promise<App> {
  const { app } = await scene.conversation()
  scene.model.enqueue(message([text('The login test never closes its server.')]))
  await app.send('Why does it hang?')
  await app.answers.filter({ hasText: 'never closes' }).waitFor()
  const failing = String.raw`printf '\033[32m✓ signs in\033[0m\n\033[31m✗ 1 failed\033[0m login\n'; exit 1`
  for (const [command, shown] of [
    [failing, 'exit 1 ·'],
    ['echo watching; sleep 60', 'watching'],
  ] as const) {
    await app.message.fill(`!${command}`)
    await app.message.press('Enter')
    await app.ownCommand(shown).waitFor()
  }
  await app.button('Show to the agent').first().click()
  await app.page.getByRole('list', { name: 'Attachments' }).waitFor()
  await app.message.fill('!git status --short')
  return app
}

async function palette(scene: Scene): Promise<App> {
  const { app } = await scene.conversation()
  await app.page.keyboard.press('Control+k')
  await app.page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await app.page.keyboard.type('co')
  return app
}
