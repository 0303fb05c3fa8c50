import type { App } from '../app.ts'
import { bash, text } from '../fake-model-server/parts.ts'
import { message, refusal } from '../fake-model-server/replies.ts'
import { asking } from './inhabited.ts'
import type { Scene } from '../scene.ts'
import { DESKTOP, type Situation, SMALL } from './situation.ts'

const CAUSE = 'The server is never closed, so that Node waits for it.'

/** Life with the app: coming back to it, looking back, one's own keys. */
export const APP_SITUATIONS: readonly Situation[] = [
  { name: 'own-keys', size: DESKTOP, colours: 'light', arrange: ownKeys },
  { name: 'own-keys-dark-narrow', size: SMALL, colours: 'dark', arrange: ownKeys },
  { name: 'away', size: DESKTOP, colours: 'light', arrange: away },
  { name: 'away-dark-narrow', size: SMALL, colours: 'dark', arrange: away },
  { name: 'turn-time', size: DESKTOP, colours: 'light', arrange: turnTime },
  { name: 'turn-time-dark-narrow', size: SMALL, colours: 'dark', arrange: turnTime },
]

/** One turn was done and one failed while nobody looked. */
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

/** A turn that is over, opened: how it spent its time. */
async function turnTime(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([bash('sleep 1.5')]), message([text(CAUSE)]))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.expectStatus('Idle')
  await app.answers.last().locator('summary').filter({ hasText: 'tokens' }).click()
  await app.page.getByRole('img', { name: /in all/ }).waitFor()
  return app
}

/** Keys were chosen, and others that are taken are refused. */
async function ownKeys(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.keyboard.press('Control+/')
  await app.button('Change keys…').click()
  const row = app.page.getByRole('listitem').filter({ hasText: 'Inbox: all that needs you' })
  await row.getByRole('button', { name: 'Change' }).click()
  await app.page.keyboard.press('Control+k')
  await row.getByRole('alert').waitFor()
  return app
}
