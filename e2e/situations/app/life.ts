import type { App } from '../../app.ts'
import { bash, text } from '../../fake-model-server/parts.ts'
import { message, refusal } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

const CAUSE = 'The server is never closed, so Node waits for it.'

const WIDE = { width: 1600, height: 900 }
const ONE_ONLY = { width: 800, height: 600 }

/** Everyday use: coming back to the app, looking back, custom keys, two panes, settings applied one by one. */
export const APP_SITUATIONS: readonly Situation[] = [
  { name: 'own-keys', size: DESKTOP, colours: 'light', arrange: ownKeys },
  { name: 'own-keys-dark-narrow', size: SMALL, colours: 'dark', arrange: ownKeys },
  { name: 'away', size: DESKTOP, colours: 'light', arrange: away },
  { name: 'away-dark-narrow', size: SMALL, colours: 'dark', arrange: away },
  { name: 'turn-time', size: DESKTOP, colours: 'light', arrange: turnTime },
  { name: 'turn-time-dark-narrow', size: SMALL, colours: 'dark', arrange: turnTime },
  { name: 'panes', size: WIDE, colours: 'light', arrange: both },
  { name: 'panes-dark', size: WIDE, colours: 'dark', arrange: both },
  { name: 'panes-tight', size: DESKTOP, colours: 'light', arrange: both },
  { name: 'panes-narrow-dark', size: ONE_ONLY, colours: 'dark', arrange: both },
  { name: 'pane-with-form', size: DESKTOP, colours: 'dark', arrange: withForm },
  { name: 'settings-saved', size: DESKTOP, colours: 'light', arrange: saved },
  { name: 'settings-refused-dark', size: DESKTOP, colours: 'dark', arrange: refused },
]

/** One turn finished and one failed while nobody was looking. */
async function away(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene)
  const type = 'authentication_error'
  for (const [said, reply] of [
    ['Why does the login test hang?', message([text(CAUSE)])],
    ['Translate the guide', refusal(401, { type, message: 'invalid x-api-key' })],
  ] as const) {
    scene.model.enqueue(message([bash('sleep 1')]), reply)
    await app.send(said)
    await app.button('New conversation').click()
    await app.startConversation(folders.app)
    await app.conversations
      .filter({ hasText: said })
      .filter({ hasText: /Idle|Failed/ })
      .waitFor()
  }
  const leftAt = Date.now() - 42 * 60_000
  await app.page.addInitScript((at) => localStorage.setItem('phoenix.leftAt', String(at)), leftAt)
  await app.page.reload()
  await app.page.getByRole('region', { name: 'While you were away' }).waitFor()
  return app
}

/** A finished turn, expanded: its time by activity. */
async function turnTime(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([bash('sleep 1.5')]), message([text(CAUSE)]))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.expectStatus('Idle')
  await app.answers.last().locator('summary').filter({ hasText: 'tokens' }).click()
  await app.page.getByRole('img', { name: /in total/ }).waitFor()
  return app
}

/** Custom keys, and refusals of those already taken. */
async function ownKeys(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.keyboard.press('Control+/')
  await app.button('Change keys…').click()
  const row = app.page.getByRole('listitem').filter({ hasText: 'Inbox: everything that needs you' })
  await row.getByRole('button', { name: 'Change' }).click()
  await app.page.keyboard.press('Control+k')
  await row.getByRole('alert').waitFor()
  return app
}

/** One conversation asks, the other works; the one that works has the focus. */
async function both(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  scene.model.enqueue(message([text('The cookie is read in two places.'), bash('npm test')]))
  await app.send('Why does the login test hang?')
  await app.approval.waitFor()
  await app.startConversation(folders.app)
  await app.message.waitFor()
  await app.page.keyboard.press('ControlOrMeta+d')
  await app.page.getByRole('region', { name: 'Right pane' }).or(app.button('Other pane')).waitFor()
  await app.page.keyboard.press('F6')
  scene.model.enqueue(message([text('Two windows share one session.')]))
  await app.message.first().fill('How do sessions end?')
  await app.message.first().press('Enter')
  await app.answers.filter({ hasText: 'Two windows share' }).waitFor()
  return app
}

async function withForm(scene: Scene): Promise<App> {
  const app = await both(scene)
  await app.page.keyboard.press('ControlOrMeta+n')
  await app.folder.waitFor()
  return app
}

async function saved(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.page.getByRole('button', { name: 'Behaviour' }).click()
  await app.page.getByLabel('Effort', { exact: true }).selectOption('High')
  await app.page.getByRole('status', { name: 'Saved' }).filter({ hasText: 'Effort' }).waitFor()
  return app
}

async function refused(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.page.getByRole('button', { name: 'Limits' }).click()
  await app.page.getByLabel('Tool calls per turn').fill('many')
  await app.page.keyboard.press('Enter')
  await app.page.getByText('Not saved. Enter a whole number').waitFor()
  return app
}
