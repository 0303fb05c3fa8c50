import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { bash } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking, askIn, withOlderConversations } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** The list of conversations and the actions on its rows. */
export const LIST_SITUATIONS: readonly Situation[] = [
  { name: 'list', size: DESKTOP, colours: 'light', arrange: filled },
  { name: 'list-dark', size: DESKTOP, colours: 'dark', arrange: filled },
  { name: 'list-menu', size: DESKTOP, colours: 'light', arrange: menu },
  { name: 'list-menu-dark', size: DESKTOP, colours: 'dark', arrange: menu },
  { name: 'list-renaming', size: DESKTOP, colours: 'light', arrange: renaming },
  { name: 'list-archived', size: DESKTOP, colours: 'light', arrange: archived },
  { name: 'list-filled-narrow', size: SMALL, colours: 'dark', arrange: narrow },
  { name: 'inbox', size: DESKTOP, colours: 'light', arrange: inbox },
  { name: 'inbox-dark-narrow', size: SMALL, colours: 'dark', arrange: inbox },
  { name: 'not-sent-yet', size: DESKTOP, colours: 'light', arrange: notSentYet },
  { name: 'deleted', size: DESKTOP, colours: 'light', arrange: deleted },
  { name: 'deleted-dark-narrow', size: SMALL, colours: 'dark', arrange: deleted },
]

const QUESTION = 'Rename the session cookie'

/**
 * Three folders, two of them with the same name; one row is pinned, one folder is collapsed, and one heading has the
 * focus.
 */
async function filled(scene: Scene): Promise<App> {
  const { app, folders } = await withOlderConversations(scene)
  const other = join(folders.home, 'old/app')
  mkdirSync(other, { recursive: true })
  for (const [folder, question] of [
    [other, 'Why is the build slow?'],
    [folders.app, 'Add a logout button that also ends the sessions of other windows'],
  ] as const) {
    await askIn(scene, app, folder, question)
  }
  await app.row(QUESTION).focus()
  await app.page.keyboard.press('p')
  await app.conversations.filter({ hasText: 'Pinned' }).waitFor()
  await app.button('Folder docs').click()
  await app.row(QUESTION).focus()
  return app
}

async function menu(scene: Scene): Promise<App> {
  const app = await filled(scene)
  await app.button(`Actions for ${QUESTION}`).click()
  await app.button('Unpin').waitFor()
  return app
}

async function renaming(scene: Scene): Promise<App> {
  const app = await filled(scene)
  await app.row(QUESTION).focus()
  await app.page.keyboard.press('F2')
  await app.page.getByRole('textbox', { name: 'Name' }).waitFor()
  return app
}

async function archived(scene: Scene): Promise<App> {
  const app = await filled(scene)
  await app.row(QUESTION).focus()
  await app.page.keyboard.press('e')
  await app.button('Undo').waitFor()
  await app.page.getByRole('radio', { name: 'Archived' }).check({ force: true })
  await app.row(QUESTION).waitFor()
  return app
}

/** A command waits for approval in a conversation next to the visible one. */
async function inbox(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  scene.model.enqueue(message([bash('npm test -- --watch=false')]))
  await app.send('Run the tests')
  await app.approval.waitFor()
  await app.button('New conversation').click()
  await app.startConversation(folders.docs)
  await app.message.waitFor()
  await app.page.keyboard.press('ControlOrMeta+j')
  await app.page.getByRole('dialog', { name: 'Inbox' }).getByRole('alert').waitFor()
  return app
}

async function notSentYet(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.message.fill('Why does the build take so long since Tuesday?')
  await app.button('New conversation').click()
  await app.unsent('Why does the build').waitFor()
  return app
}

async function narrow(scene: Scene): Promise<App> {
  const app = await filled(scene)
  await app.page.setViewportSize(SMALL)
  await app.button('List').click()
  return app
}

async function deleted(scene: Scene): Promise<App> {
  const app = await filled(scene)
  await app.row(QUESTION).click()
  // An opening conversation takes the focus.
  await app.message.and(app.page.locator(':focus')).waitFor()
  await app.row(QUESTION).press('Delete')
  await app.page.getByText('This conversation was deleted.').waitFor()
  return app
}
