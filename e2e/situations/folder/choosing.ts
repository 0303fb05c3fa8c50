import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** A conversation whose folder is missing. */
export const FOLDER_SITUATIONS: readonly Situation[] = [
  { name: 'folder-gone', size: DESKTOP, colours: 'light', arrange: gone },
  { name: 'folder-gone-dark', size: DESKTOP, colours: 'dark', arrange: gone },
  { name: 'folder-gone-narrow', size: SMALL, colours: 'light', arrange: gone },
  { name: 'recent-folders', size: DESKTOP, colours: 'light', arrange: recent },
  { name: 'folder-browser', size: DESKTOP, colours: 'light', arrange: browsing },
  { name: 'folder-browser-dark-narrow', size: SMALL, colours: 'dark', arrange: browsing },
  { name: 'folder-chosen', size: DESKTOP, colours: 'light', arrange: choosing },
  { name: 'folder-chosen-dark-narrow', size: SMALL, colours: 'dark', arrange: choosing },
]

async function gone(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene)
  scene.model.enqueue(message([text('The server is closed now, and all tests pass.')]))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'all tests pass' }).waitFor()
  await app.message.fill('Then run them once more')
  rmSync(folders.app, { recursive: true })
  await app.message.press('Enter')
  await app.folderGone.waitFor()
  return app
}

async function recent(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('New conversation').click()
  await app.page.getByRole('region', { name: 'Recent folders' }).waitFor()
  return app
}

async function browsing(scene: Scene): Promise<App> {
  for (const name of ['docs', 'e2e', 'src']) mkdirSync(join(scene.folder, name))
  const { app } = await scene.conversation()
  await app.button('New conversation').click()
  await app.folder.fill(scene.folder)
  await app.button('Choose…').click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'src', exact: true }).waitFor()
  return app
}

async function choosing(scene: Scene): Promise<App> {
  const app = await gone(scene)
  await app.button('Choose where it is now').click()
  await app.button('Use this folder').click()
  await app.page.getByRole('dialog').getByRole('alert').waitFor()
  return app
}
