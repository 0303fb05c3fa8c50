import type { App } from '../../app.ts'
import { bash, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

const WIDE = { width: 2560, height: 1440 }

/** Searches of all conversations. */
export const SEARCH_SITUATIONS: readonly Situation[] = [
  { name: 'search', size: DESKTOP, colours: 'light', arrange: search },
  { name: 'search-dark', size: DESKTOP, colours: 'dark', arrange: search },
  { name: 'search-narrow', size: SMALL, colours: 'light', arrange: search },
  { name: 'search-wide', size: WIDE, colours: 'dark', arrange: search },
  { name: 'search-empty', size: DESKTOP, colours: 'light', arrange: emptySearch },
  { name: 'search-nothing', size: SMALL, colours: 'dark', arrange: nothingFound },
  { name: 'find', size: DESKTOP, colours: 'light', arrange: find },
  { name: 'find-dark-narrow', size: SMALL, colours: 'dark', arrange: find },
]

async function spoken(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const command = "seq -f 'src/session-%.0f.js: ok' 30; echo 'src/session.js:12: cookie is renamed'"
  scene.model.enqueue(
    message([text('I’ll look for the **session cookie** in all files.'), bash(command)]),
    message([
      text('`src/session.js` sets the cookie in `startSession`, and *two* tests read the session.'),
    ]),
  )
  await app.send('Where is the session cookie set? I want it to be called “sid”.')
  await app.answers.filter({ hasText: 'two' }).waitFor()
  await app.expectStatus('Idle')
  return app
}

async function search(scene: Scene): Promise<App> {
  const app = await spoken(scene)
  await app.page.keyboard.press('ControlOrMeta+Shift+F')
  await app.page.keyboard.type('session cookie')
  await app.page.getByText('2 conversations').waitFor()
  await app.page.keyboard.press('ArrowDown')
  return app
}

async function emptySearch(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.keyboard.press('ControlOrMeta+Shift+F')
  await app.page.getByText('Searches everything').waitFor()
  return app
}

async function nothingFound(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.keyboard.press('ControlOrMeta+Shift+F')
  await app.page.keyboard.type('wombat')
  await app.page.getByText('No results.').waitFor()
  return app
}

async function find(scene: Scene): Promise<App> {
  const app = await spoken(scene)
  await app.page.keyboard.press('ControlOrMeta+F')
  await app.page.keyboard.type('session')
  const bar = app.page.getByRole('search', { name: 'Find in this conversation' })
  await bar.getByText(/ of \d/).waitFor()
  for (let step = 0; step < 3; step += 1) await app.page.keyboard.press('Shift+Enter')
  await app.tool('bash').locator('pre').last().waitFor()
  return app
}
