import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { App } from '../../app.ts'
import { type Change, edit } from '../../../src/main/adapters/tools/changing.fixture.ts'
import { bash, call, change, text } from '../../fake-model-server/parts.ts'
import { message, stallAfter } from '../../fake-model-server/replies.ts'
import { freshFolder } from '../../support/host.ts'
import { EXTRA_SITUATIONS } from './extras.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, LOW, type Situation, SMALL } from '../situation.ts'

/** Parts that tools show in addition to a command's output. */
export const TOOL_SITUATIONS: readonly Situation[] = [
  ...EXTRA_SITUATIONS,
  { name: 'diff', size: DESKTOP, colours: 'light', arrange: withDiff },
  { name: 'dark-diff', size: DESKTOP, colours: 'dark', arrange: withDiff },
  { name: 'seen-image', size: DESKTOP, colours: 'light', arrange: seen },
  { name: 'dark-seen-image', size: SMALL, colours: 'dark', arrange: seen },
  { name: 'narrow-diff', size: SMALL, colours: 'light', arrange: withDiff },
  { name: 'approval-diff', size: DESKTOP, colours: 'light', arrange: patchAsked },
  { name: 'dark-approval-diff', size: DESKTOP, colours: 'dark', arrange: patchAsked },
  { name: 'low-approval-diff', size: LOW, colours: 'light', arrange: patchAsked },
  { name: 'narrow-approval-diff', size: SMALL, colours: 'dark', arrange: patchAsked },
  { name: 'approval-changed', size: LOW, colours: 'light', arrange: patchOutdated },
  { name: 'low-approval-rule', size: LOW, colours: 'light', arrange: prefixChosen },
  { name: 'narrow-approval-rule', size: SMALL, colours: 'dark', arrange: prefixChosen },
  { name: 'rules', size: DESKTOP, colours: 'light', arrange: rulesListed },
  { name: 'dark-rules', size: DESKTOP, colours: 'dark', arrange: rulesListed },
  { name: 'narrow-rules', size: SMALL, colours: 'light', arrange: rulesListedNarrow },
  { name: 'undo', size: DESKTOP, colours: 'light', arrange: undoing },
  { name: 'dark-undo', size: DESKTOP, colours: 'dark', arrange: undoing },
  { name: 'narrow-undo', size: SMALL, colours: 'light', arrange: undoing },
  { name: 'tasks', size: DESKTOP, colours: 'light', arrange: tasks },
  { name: 'narrow-tasks', size: SMALL, colours: 'dark', arrange: tasks },
  { name: 'question', size: DESKTOP, colours: 'light', arrange: questioned },
  { name: 'dark-question', size: DESKTOP, colours: 'dark', arrange: questioned },
  { name: 'narrow-question', size: SMALL, colours: 'light', arrange: questionedOften },
  { name: 'growing-call', size: DESKTOP, colours: 'light', arrange: growing },
  { name: 'narrow-growing-call', size: SMALL, colours: 'dark', arrange: growing },
  { name: 'undone', size: DESKTOP, colours: 'light', arrange: undone },
]

/** A file that is half written. */
async function growing(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  const lines = Array.from(
    { length: 600 },
    (_, line) => `  route('/orders/${line}', (order) => answer(order, ${line})),`,
  )
  const content = ['export const routes = [', ...lines, ']', ''].join('\n')
  const written = {
    type: 'toolCall',
    name: 'write_file',
    input: { path: 'src/server/routes.ts', content },
  } as const
  const reply = message([text('I’ll write the routes.'), { ...written, pieces: 600 }])
  scene.model.enqueue(stallAfter(reply, 300))
  await app.send('Write the routes')
  await app
    .growing('write_file')
    .filter({ hasText: /29\d lines/ })
    .waitFor()
  return app
}

function questioned(scene: Scene): Promise<App> {
  return withQuestion(scene, false)
}

/** Several options may be chosen, and one is. */
async function questionedOften(scene: Scene): Promise<App> {
  const app = await withQuestion(scene, true)
  await app.page.getByRole('button', { name: /^SQLite/ }).click()
  return app
}

async function withQuestion(scene: Scene, severalCanBeChosen: boolean): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  const options = [
    {
      label: 'SQLite',
      description: 'One file beside the program: nothing to run, one writer at a time.',
    },
    { label: 'Postgres', description: 'A server of its own, which the tests have to start.' },
    { label: 'Plain files' },
  ]
  const question = 'Where shall the visits be kept? The answer decides how the tests are set up.'
  const asked = { question, header: 'Storage', options, multi_select: severalCanBeChosen }
  scene.model.enqueue(message([text('One thing first.'), call('ask_user', asked)]))
  await app.send('Count the visits')
  await app.page.getByRole('alert', { name: 'The agent asks' }).waitFor()
  return app
}

function withDiff(scene: Scene): Promise<App> {
  return patched(scene)
}

/** `command`: runs after the patch. */
async function patched(scene: Scene, command: string | null = null): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  scene.model.enqueue(
    message([
      text('I’ll look at who closes the server.'),
      call('grep', { pattern: 'close|listen' }),
      call('read_file', { path: 'src/server.js' }),
    ]),
    message([text('Nobody does. I’ll close it and test that.'), change(...CHANGES)]),
    ...(command === null ? [] : [message([bash(command)])]),
    message([text('The server is closed after the last test.')]),
  )
  await app.send('Close the server')
  await app.answers.filter({ hasText: 'after the last test' }).waitFor()
  await app.expectStatus('Idle')
  const card = app.tool('apply_patch')
  await app.openCard(card)
  await card.getByRole('group', { name: 'Changes' }).waitFor()
  return app
}

/** Waits for approval of a patch: two files, one of them new and long. */
async function patchAsked(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  const path = 'src/server.cases.js'
  const text = Array.from({ length: 60 }, (_, n) => `export const case${n} = [${n}, 'open']\n`)
  const [closing] = CHANGES
  const changes = [
    edit(
      'src/server.js',
      'const server = listen(port)',
      'export const server = listen(port, host)',
    ),
    closing,
    { type: 'create', path, text: text.join('') },
  ] as const
  scene.model.enqueue(message([change(...changes)]))
  await app.send('Close the server')
  await app.approval.getByRole('group', { name: 'Changes' }).waitFor()
  return app
}

async function patchOutdated(scene: Scene): Promise<App> {
  const folder = freshFolder('app')
  const file = join(folder, 'limits.js')
  writeFileSync(file, 'export const limit = 3\n')
  const app = await scene.window(await scene.host({ environment: { PHOENIX_PERMISSIONS: 'ask' } }))
  scene.model.enqueue(message([change(edit('limits.js', 'limit = 3', 'limit = 5'))]))
  await app.startConversation(folder)
  await app.message.waitFor()
  await app.send('Raise the limit')
  await app.approval.getByRole('group', { name: 'Changes' }).waitFor()
  writeFileSync(file, 'export const limit = 4\n')
  await app.approval.filter({ hasText: 'has changed since' }).waitFor()
  return app
}

/** The agent's task list, expanded, while a command runs. */
async function tasks(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  const todos = [
    { content: 'Read who opens and closes the server', status: 'completed' },
    { content: 'Close it after the last test', status: 'in_progress' },
    { content: 'Run the tests', status: 'pending' },
  ]
  scene.model.enqueue(message([call('todo_write', { todos })]), message([bash('sleep 60')]))
  await app.send('Close the server')
  await app.page.getByText('Tasks: 1 of 3 done').click()
  await app.page.getByText('Run the tests').waitFor()
  return app
}

async function prefixChosen(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  scene.model.enqueue(message([bash('npm run build --workspace packages/server')]))
  await app.send('Build it')
  const choice = app.page.getByRole('combobox', { name: 'What to always allow' })
  await choice.selectOption('npm run build …')
  return app
}

async function rulesListedNarrow(scene: Scene): Promise<App> {
  const app = await rulesListed(scene)
  await app.page.setViewportSize(SMALL)
  await app.button('Remove the rule sh -n test.sh …').scrollIntoViewIfNeeded()
  return app
}

async function rulesListed(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  const choice = app.page.getByRole('combobox', { name: 'What to always allow' })
  scene.model.enqueue(
    message([bash('grep -rn close src | head'), bash('sh -n test.sh')]),
    message([text('Both run.')]),
  )
  await app.send('Look for it')
  await app.button('Always allow here').click()
  await app.approval.filter({ hasText: 'Always allowed here' }).waitFor()
  await choice.selectOption('sh -n test.sh …')
  await app.button('Always allow here').click()
  await app.answers.filter({ hasText: 'Both run.' }).waitFor()
  await app.button('Settings').click()
  await app.button('Remove the rule sh -n test.sh …').scrollIntoViewIfNeeded()
  return app
}

async function seen(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene)
  const create = { width: 1200, height: 700, channels: 3, background: 'teal' } as const
  writeFileSync(join(folders.app, 'plan.png'), await sharp({ create }).png().toBuffer())
  scene.model.enqueue(
    message([text('I’ll look at the plan.'), call('read_file', { path: 'plan.png' })]),
    message([text('It is teal from edge to edge.')]),
  )
  await app.send('What is on the plan?')
  await app.answers.filter({ hasText: 'edge to edge' }).waitFor()
  await app.expectStatus('Idle')
  const card = app.tool('read_file')
  await card.locator('summary').click()
  await card.locator('img').waitFor()
  return app
}

/** The undo dialog, with a file that has changed since and one that a command wrote. */
async function undoing(scene: Scene): Promise<App> {
  const app = await patched(scene, 'echo done > test.log; echo // mine >> src/server.js')
  await app.button('Undo edits to 2 files').click()
  await app.page.getByRole('list', { name: 'Stays as it is' }).waitFor()
  return app
}

async function undone(scene: Scene): Promise<App> {
  const app = await patched(scene)
  await app.button('Undo edits to 2 files').click()
  const dialog = app.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await app.page.getByText('You undid the edits').scrollIntoViewIfNeeded()
  return app
}

const CHANGES: readonly [Change, Change] = [
  edit(
    'src/server.js',
    '// TODO close it\n',
    'export function close() {\n  return new Promise((done) => server.close(done))\n}\n',
  ),
  {
    type: 'create',
    path: 'src/server.test.js',
    text: "import { afterAll } from 'vitest'\nimport { close } from '../server.js'\n\nafterAll(close)\n",
  },
]
