import type { App } from '../../app.ts'
import { bash, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { homeWithFolders } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'
import { empty } from '../conversation/talk.ts'

/** The first start, and the settings. */
export const SETTINGS_SITUATIONS: readonly Situation[] = [
  { name: 'first-run', size: DESKTOP, colours: 'light', arrange: firstRun },
  { name: 'first-conversation', size: DESKTOP, colours: 'light', arrange: firstConversation },
  { name: 'first-conversation-narrow', size: SMALL, colours: 'dark', arrange: firstConversation },
  { name: 'settings', size: DESKTOP, colours: 'light', arrange: settings },
  { name: 'storage', size: DESKTOP, colours: 'light', arrange: storage },
  { name: 'storage-dark-narrow', size: SMALL, colours: 'dark', arrange: storage },
  { name: 'looks', size: DESKTOP, colours: 'dark', arrange: looks },
  { name: 'telemetry', size: DESKTOP, colours: 'light', arrange: telemetry },
  { name: 'narrow-telemetry', size: SMALL, colours: 'dark', arrange: smallTelemetry },
  { name: 'diagnostics', size: DESKTOP, colours: 'light', arrange: diagnostics },
  { name: 'diagnostics-dark-narrow', size: SMALL, colours: 'dark', arrange: diagnostics },
]

async function firstRun(scene: Scene): Promise<App> {
  const host = await scene.host({
    environment: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', HOME: homeWithFolders().home },
  })
  return scene.window(host)
}

/** Without a key: the demo offers what it can show. */
async function firstConversation(scene: Scene): Promise<App> {
  const app = await firstRun(scene)
  await app.startConversation(scene.folder)
  await app.page.getByRole('group', { name: 'The scripted demo can show you' }).waitFor()
  return app
}

async function settings(scene: Scene): Promise<App> {
  const app = await empty(scene)
  await app.button('Settings').click()
  await app.page.getByRole('dialog', { name: 'Settings' }).waitFor()
  return app
}

/** With the confirmation of a removal, and a deletion that can be undone. */
async function storage(scene: Scene): Promise<App> {
  const command = String.raw`printf '\033[31mred\033[0m\n'; seq -f 'line %.0f of many more' 20000`
  scene.model.enqueue(message([text('I’ll count.'), bash(command)]), message([text('Counted.')]))
  const { app } = await scene.conversation({ own: true })
  await app.send('Count to the end')
  await app.answers.filter({ hasText: 'Counted.' }).waitFor()
  await app.expectStatus('Idle')
  await app.button('Settings').click()
  await app.button('Remove full outputs').click()
  await app.button('Remove full outputs').evaluate((button) => button.scrollIntoView())
  return app
}

async function looks(scene: Scene): Promise<App> {
  const app = await settings(scene)
  await app.button('Appearance').click()
  await app.page.getByLabel('Theme').selectOption('Dark, high contrast')
  await app.page.getByLabel('Text size').selectOption('Large')
  return app
}

/** An invalid address. */
async function telemetry(scene: Scene): Promise<App> {
  const app = await settings(scene)
  const field = app.page.getByRole('textbox', { name: 'Telemetry' })
  await field.fill('http://me:word@localhost:4318')
  await field.press('Enter')
  await app.page.getByRole('alert').filter({ hasText: 'must not contain' }).waitFor()
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return app
}

async function smallTelemetry(scene: Scene): Promise<App> {
  const app = await telemetry(scene)
  await app.page.setViewportSize(SMALL)
  await app.button('Save diagnostics…').scrollIntoViewIfNeeded()
  return app
}

async function diagnostics(scene: Scene): Promise<App> {
  const app = await empty(scene)
  await app.chooseInMenu('Save diagnostics…')
  const dialog = app.page.getByRole('dialog', { name: 'Save diagnostics' })
  await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Saved as' }).waitFor()
  return app
}
