import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleOf, writeSessions } from '../../../src/main/adapters/imports/samples.fixture.ts'
import { edit } from '../../../src/main/adapters/tools/changing.fixture.ts'
import type { App } from '../../app.ts'
import { bash, change, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

const NARROW = { width: 400, height: 640 }

/** Earlier versions of a conversation, and the ways back to them. */
export const HISTORY_SITUATIONS: readonly Situation[] = [
  { name: 'versions', size: DESKTOP, colours: 'light', arrange: versions },
  { name: 'versions-dark-narrow', size: SMALL, colours: 'dark', arrange: versions },
  { name: 'restore', size: DESKTOP, colours: 'light', arrange: restoring },
  { name: 'restore-dark-narrow', size: SMALL, colours: 'dark', arrange: restoring },
  { name: 'compare-versions', size: DESKTOP, colours: 'light', arrange: comparing },
  { name: 'compare-versions-dark-narrow', size: SMALL, colours: 'dark', arrange: comparing },
  { name: 'import', size: DESKTOP, colours: 'light', arrange: importing },
  { name: 'import-dark-narrow', size: SMALL, colours: 'dark', arrange: importing },
  { name: 'inspector', size: DESKTOP, colours: 'light', arrange: inspecting },
  { name: 'inspector-past-dark', size: DESKTOP, colours: 'dark', arrange: inspectingThePast },
  { name: 'inspector-past-file', size: DESKTOP, colours: 'light', arrange: openingAPastFile },
  {
    name: 'inspector-past-file-dark-narrow',
    size: NARROW,
    colours: 'dark',
    arrange: openingAPastFile,
  },
  { name: 'inspector-dark-narrow', size: SMALL, colours: 'dark', arrange: inspecting },
]

/** Edited once, with the menu of an answer open. */
async function versions(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(
    message([text('The server is never closed.')]),
    message([text('The port is taken: another test still listens on 3000.')]),
  )
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.expectStatus('Idle')
  await app.questions.last().getByRole('button', { name: 'Edit' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await app.page.getByText('Rewound').waitFor()
  await app.message.fill('Why does the login test hang on CI only?')
  await app.page.keyboard.press('Enter')
  await app.answers.filter({ hasText: 'port is taken' }).waitFor()
  await app.expectStatus('Idle')
  await app.page.getByText('Rewound').click()
  await app.answers.last().getByRole('button', { name: 'More actions' }).click()
  return app
}

async function comparing(scene: Scene): Promise<App> {
  const app = await versions(scene)
  await app.page.keyboard.press('Escape')
  await app.button('Compare versions').click()
  await app.page.getByText('There are no messages before').waitFor()
  return app
}

/** Sessions of all programs that can be imported, one with a long name in a folder with a long path. */
async function importing(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene)
  writeSessions(folders.home)
  const folder = join(folders.home, '.claude/projects/-home-dev-long')
  mkdirSync(folder, { recursive: true })
  const long = sampleOf('claude-code.jsonl')
    .replaceAll(
      'What is in the missing file?',
      'Find out why the login test hangs on CI only '.repeat(5),
    )
    .replaceAll('/home/dev/project', `/home/dev/${'very-long-name/'.repeat(10)}`)
  writeFileSync(join(folder, 'long.jsonl'), long)
  await app.button('New conversation').click()
  await app.button('Import a conversation…').click()
  await app.button('Look for sessions').click()
  await app.page.getByRole('list', { name: 'Sessions' }).getByRole('button').nth(4).waitFor()
  return app
}

async function restoring(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  writeFileSync(join(folders.app, 'login.test.ts'), 'open()\n')
  scene.model.enqueue(
    message([text('The server is never closed.')]),
    message([change(edit('login.test.ts', 'open()', 'open()\nclose()'))]),
    message([bash('echo 1 > report.txt')]),
    message([text('It closes now.')]),
  )
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.send('Close it')
  await app.answers.filter({ hasText: 'It closes now.' }).waitFor()
  await app.expectStatus('Idle')
  await app.answers.first().getByRole('button', { name: 'More actions' }).click()
  await app.button('Restore to here').click()
  await app.page.getByText('Since then').waitFor()
  return app
}

async function inspecting(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  scene.model.enqueue(
    message([bash('cat src/server.js')]),
    message([text('The server is never closed.')]),
    message([bash('sleep 60')]),
  )
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.expectStatus('Idle')
  await app.send('Wait for it')
  await app.page.getByText('sleep 60').first().waitFor()
  await app.page.keyboard.press('ControlOrMeta+.')
  await app.page.getByRole('button', { name: 'toolStarted' }).last().waitFor()
  return app
}

async function inspectingThePast(scene: Scene): Promise<App> {
  const app = await inspecting(scene)
  await app.page.getByRole('button', { name: 'llmResponded' }).first().click()
  await app.page.getByRole('region', { name: 'Messages as they were' }).waitFor()
  return app
}

async function openingAPastFile(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  const lines = Array.from({ length: 60 }, (_, n) => `test('case ${n}', () => check(${n}))\n`)
  writeFileSync(join(folders.app, 'login.test.ts'), lines.join(''))
  scene.model.enqueue(
    message([change(edit('login.test.ts', 'check(7)', "check(7, 'it closes its own server')"))]),
    message([
      change(edit('login.test.ts', "test('case 40', () => check(40))", "test('case 40', closes)"), {
        type: 'create',
        path: `a/${'long-folder-name/'.repeat(4)}report.txt`,
        text: 'It closes.\n',
      }),
    ]),
    message([text('It closes now.')]),
  )
  await app.send('Close it')
  await app.answers.filter({ hasText: 'It closes now.' }).waitFor()
  await app.expectStatus('Idle')
  await app.page.keyboard.press('ControlOrMeta+.')
  await app.page.getByRole('button', { name: 'toolFinished' }).last().click()
  const files = app.page.getByRole('list', { name: 'Files changed by then' })
  await files.getByRole('button').first().click()
  await app.page.getByText("test('case 40', closes)").waitFor()
  return app
}
