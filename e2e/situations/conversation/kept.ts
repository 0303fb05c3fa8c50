import type { App } from '../../app.ts'
import { bash, text } from '../../fake-model-server/parts.ts'
import { message, refusal } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** Collapsed and expanded parts of a thread. */
export const KEPT_SITUATIONS: readonly Situation[] = [
  { name: 'failed-tries', size: DESKTOP, colours: 'light', arrange: failedTries },
  { name: 'failed-tries-dark-narrow', size: SMALL, colours: 'dark', arrange: failedTries },
  { name: 'kept-output', size: DESKTOP, colours: 'light', arrange: keptOutput },
  { name: 'kept-output-dark', size: DESKTOP, colours: 'dark', arrange: keptOutput },
  { name: 'kept-output-narrow', size: SMALL, colours: 'light', arrange: keptOutput },
  { name: 'export', size: DESKTOP, colours: 'light', arrange: exporting },
  { name: 'export-dark-narrow', size: SMALL, colours: 'dark', arrange: exporting },
  { name: 'reads', size: DESKTOP, colours: 'light', arrange: reads },
  { name: 'reads-dark-narrow', size: SMALL, colours: 'dark', arrange: reads },
  { name: 'settings-unsaved', size: DESKTOP, colours: 'light', arrange: unsavedSettings },
  { name: 'settings-unsaved-dark-narrow', size: SMALL, colours: 'dark', arrange: unsavedSettings },
  { name: 'right-to-left', size: DESKTOP, colours: 'dark', arrange: rightToLeft },
  { name: 'right-to-left-narrow', size: SMALL, colours: 'light', arrange: rightToLeft },
]

/** Failed twice, then answered; the failures are expanded. */
async function failedTries(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const failure = refusal(400, { type: 'invalid_request_error', message: 'no such beta' })
  scene.model.enqueue(failure, failure, message([text('The server is never closed.')]))
  await app.send('Why does the login test hang?')
  const refused = app.page.getByText('“no such beta”')
  await refused.nth(0).waitFor()
  await app.button('Retry').click()
  await refused.nth(1).waitFor()
  await app.button('Retry').click()
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.page.getByText('2 failed attempts').click()
  return app
}

async function exporting(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([text('The server is never closed.')]))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.chooseInMenu('Export…')
  const dialog = app.page.getByRole('dialog', { name: 'Export conversation' })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('status').filter({ hasText: 'Saved as' }).waitFor()
  return app
}

const TESTS = String.raw`seq -f 'running test %.0f' 9000; printf '\033[32m✓ 8999 passed\033[0m\n\033[1;31m✗ 1 failed\033[0m  login › closes its server\n'; exit 1`

async function keptOutput(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([bash(TESTS)]), message([text('One of 9,000 fails.')]))
  await app.send('Run the tests')
  await app.answers.filter({ hasText: 'One of 9,000' }).waitFor()
  const card = app.tool('bash')
  await app.openCard(card)
  await card.getByRole('button', { name: /more lines$/ }).click()
  await card.getByRole('button', { name: /^Show earlier output/ }).waitFor()
  await card.locator('.output').scrollIntoViewIfNeeded()
  return app
}

/** One group of reads is expanded, one is collapsed, and a single call stands alone. */
async function reads(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const read = { type: 'toolCall', name: 'read_file', input: { path: 'src/server.js' } } as const
  const search = {
    type: 'toolCall',
    name: 'grep',
    input: { pattern: 'close' },
  } as const
  const list = { type: 'toolCall', name: 'list_files', input: {} } as const
  scene.model.enqueue(
    message([text('I’ll look at who closes the server.'), search, read]),
    message([list]),
    message([text('Nobody does. I’ll look at the tests, too.'), search, read]),
    message([text('Once more.'), list]),
    message([text('They wait for it.')]),
  )
  await app.send('Who closes the server?')
  await app.answers.filter({ hasText: 'They wait' }).waitFor()
  await app.expectStatus('Idle')
  await app.page.getByText('listed 1 folder').click()
  return app
}

async function unsavedSettings(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  await app.page.keyboard.press('ControlOrMeta+,')
  await app.page.getByRole('textbox', { name: 'Base URL' }).fill('127.0.0.1:8080')
  await app.page.keyboard.press('Escape')
  await dialog.getByText('must start with http').waitFor()
  await app.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await app.button('Settings').click()
  await app.button('Discard').waitFor()
  return app
}

const ANSWER = `השרת **לא נסגר** אחרי הבדיקה, ראו \`src/server.js\`:

1. להחזיר את השרת מהפונקציה \`start\`.
2. לסגור אותו ב־\`after\`.

> הבדיקה מחכה לו לנצח.`

async function rightToLeft(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([text(ANSWER)]))
  await app.send('למה הבדיקה נתקעת?')
  await app.answers.filter({ hasText: 'לנצח' }).waitFor()
  await app.expectStatus('Idle')
  await app.message.fill('תודה! ומה עם npm test?')
  return app
}
