import type { App } from '../app.ts'
import { bash, text, thinking } from '../fake-model-server/parts.ts'
import { message, refusal, stallAfter } from '../fake-model-server/replies.ts'
import { asking, homeWithFolders, inhabited } from './inhabited.ts'
import type { Scene } from '../scene.ts'
import { APP_SITUATIONS } from './situations-app.ts'
import { AGENT_SITUATIONS } from './situations-agents.ts'
import { ATTACHED_SITUATIONS } from './situations-attached.ts'
import { BESIDE_SITUATIONS } from './situations-review.ts'
import { BUDGET_SITUATIONS } from './situations-budget.ts'
import { BUSY_SITUATIONS } from './situations-busy.ts'
import { ENDPOINT_SITUATIONS } from './situations-endpoints.ts'
import { FENCE_SITUATIONS } from './situations-sandbox.ts'
import { FILE_SITUATIONS } from './situations-files.ts'
import { FOLDER_SITUATIONS } from './situations-folder.ts'
import { JOB_SITUATIONS } from './situations-jobs.ts'
import { HISTORY_SITUATIONS } from './situations-history.ts'
import { HOSTILE_SITUATIONS } from './situations-hostile.ts'
import { LIST_SITUATIONS } from './situations-list.ts'
import { KEPT_SITUATIONS } from './situations-kept.ts'
import { RECOVERY_SITUATIONS } from './situations-recovery.ts'
import { SEARCH_SITUATIONS } from './situations-search.ts'
import { TOOL_SITUATIONS } from './situations-tools.ts'
import { UNFINISHED_SITUATIONS } from './situations-unfinished.ts'
import { WEB_SITUATIONS } from './situations-web.ts'
import { COMPOSER_SITUATIONS } from './situations-composer.ts'
import { DESKTOP, SMALL, type Situation } from './situation.ts'

export const SITUATIONS: readonly Situation[] = [
  { name: 'first-run', size: DESKTOP, colours: 'light', arrange: firstRun },
  { name: 'empty', size: DESKTOP, colours: 'light', arrange: empty },
  { name: 'streaming', size: DESKTOP, colours: 'light', arrange: streaming },
  { name: 'tool-running', size: DESKTOP, colours: 'light', arrange: toolRunning },
  { name: 'retrying', size: DESKTOP, colours: 'light', arrange: retrying },
  { name: 'retrying-narrow', size: SMALL, colours: 'light', arrange: retrying },
  { name: 'error', size: DESKTOP, colours: 'light', arrange: failing },
  { name: 'mended', size: DESKTOP, colours: 'light', arrange: mended },
  { name: 'mended-dark-narrow', size: SMALL, colours: 'dark', arrange: mended },
  { name: 'long-thread', size: DESKTOP, colours: 'light', arrange: longThread },
  { name: 'code-and-tables', size: DESKTOP, colours: 'light', arrange: codeAndTables },
  { name: 'settings', size: DESKTOP, colours: 'light', arrange: settings },
  { name: 'storage', size: DESKTOP, colours: 'light', arrange: storage },
  { name: 'storage-dark-narrow', size: SMALL, colours: 'dark', arrange: storage },
  { name: 'looks', size: DESKTOP, colours: 'dark', arrange: looks },
  { name: 'telemetry', size: DESKTOP, colours: 'light', arrange: telemetry },
  { name: 'narrow-telemetry', size: SMALL, colours: 'dark', arrange: smallTelemetry },
  { name: 'diagnostics', size: DESKTOP, colours: 'light', arrange: diagnostics },
  { name: 'diagnostics-dark-narrow', size: SMALL, colours: 'dark', arrange: diagnostics },
  { name: 'narrow', size: SMALL, colours: 'light', arrange: toolRunning },
  { name: 'narrow-list', size: SMALL, colours: 'light', arrange: narrowList },
  { name: 'wide', size: { width: 2560, height: 1440 }, colours: 'light', arrange: toolRunning },
  { name: 'dark', size: DESKTOP, colours: 'dark', arrange: codeAndTables },
  { name: 'dark-failing', size: DESKTOP, colours: 'dark', arrange: failing },
  ...UNFINISHED_SITUATIONS,
  ...LIST_SITUATIONS,
  ...KEPT_SITUATIONS,
  ...HISTORY_SITUATIONS,
  ...RECOVERY_SITUATIONS,
  ...SEARCH_SITUATIONS,
  ...FILE_SITUATIONS,
  ...FOLDER_SITUATIONS,
  ...BESIDE_SITUATIONS,
  ...AGENT_SITUATIONS,
  ...ATTACHED_SITUATIONS,
  ...BUDGET_SITUATIONS,
  ...BUSY_SITUATIONS,
  ...COMPOSER_SITUATIONS,
  ...APP_SITUATIONS,
  ...TOOL_SITUATIONS,
  ...HOSTILE_SITUATIONS,
  ...JOB_SITUATIONS,
  ...FENCE_SITUATIONS,
  ...ENDPOINT_SITUATIONS,
  ...WEB_SITUATIONS,
]

async function firstRun(scene: Scene): Promise<App> {
  const host = await scene.host({
    environment: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', HOME: homeWithFolders().home },
  })
  return scene.window(host)
}

async function empty(scene: Scene): Promise<App> {
  const { app, folders } = await inhabited(scene)
  await app.button('New conversation').click()
  await app.startConversation(folders.app)
  await app.expectStatus('Idle')
  return app
}

async function streaming(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(stallAfter(message([thinking('Where is it read?', 's'), text(CAUSE, 8)]), 13))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  return app
}

async function toolRunning(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(
    message([text('I look at what the test leaves open.'), bash('grep -n close src/server.js')]),
    message([text(CAUSE), bash('npm test --silent')]),
  )
  await app.send('Why does the login test hang?')
  await app.tool('bash').filter({ hasText: '3 passed' }).waitFor()
  return app
}

async function retrying(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(OVERLOADED)
  await app.send('Why does the login test hang?')
  await app.expectStatus(/^Retry \d of/)
  return app
}

async function failing(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(refusal(401, { type: 'authentication_error', message: 'invalid x-api-key' }))
  await app.send('Why does the login test hang?')
  await app.alert.first().waitFor()
  return app
}

/** A request was refused and mended; the next was refused for what cannot be. */
async function mended(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const type = 'invalid_request_error'
  scene.model.enqueue(
    message([thinking('Where is it read?', 's'), bash('grep -n close src/server.js')]),
    refusal(400, {
      type,
      message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
    }),
    message([text(CAUSE)]),
  )
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.expectStatus('Idle')
  scene.model.enqueue(
    refusal(400, { type, message: 'tools.3.custom.input_schema: JSON schema is invalid' }),
  )
  await app.send('Then mend it.')
  await app.alert.filter({ hasText: 'JSON schema' }).waitFor()
  return app
}

async function longThread(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  for (const [question, command, answer] of TALK) {
    scene.model.enqueue(message([bash(command)]), message([text(answer)]))
    await app.send(question)
    await app.answers.filter({ hasText: answer.split(/[`\n]/, 1)[0] ?? '' }).waitFor()
    await app.expectStatus('Idle')
  }
  return app
}

async function codeAndTables(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([text(CODE)]))
  await app.send('Write me a limiter, and compare the ways to do it')
  await app.answers.locator('table').waitFor()
  await app.expectStatus('Idle')
  return app
}

async function diagnostics(scene: Scene): Promise<App> {
  const app = await empty(scene)
  await app.chooseInMenu('Save diagnostics…')
  const dialog = app.page.getByRole('dialog', { name: 'Save diagnostics' })
  await dialog.getByRole('button', { name: 'Save diagnostics' }).click()
  await dialog.getByRole('status').waitFor()
  return app
}

/** With a question ahead of a removal, and a deletion that can be undone. */
async function storage(scene: Scene): Promise<App> {
  const command = String.raw`printf '\033[31mred\033[0m\n'; seq -f 'line %.0f of many more' 20000`
  scene.model.enqueue(message([text('I count.'), bash(command)]), message([text('Counted.')]))
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

async function settings(scene: Scene): Promise<App> {
  const app = await empty(scene)
  await app.button('Settings').click()
  await app.page.getByRole('dialog', { name: 'Settings' }).waitFor()
  return app
}

/** One that cannot be used. */
async function telemetry(scene: Scene): Promise<App> {
  const app = await settings(scene)
  const field = app.page.getByRole('textbox', { name: 'Telemetry' })
  await field.fill('http://me:word@localhost:4318')
  await app.button('Save').click()
  await app.page.getByRole('alert').filter({ hasText: 'must not hold' }).waitFor()
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return app
}

async function smallTelemetry(scene: Scene): Promise<App> {
  const app = await telemetry(scene)
  await app.page.setViewportSize(SMALL)
  await app.button('Save diagnostics…').scrollIntoViewIfNeeded()
  return app
}

async function narrowList(scene: Scene): Promise<App> {
  const { app } = await inhabited(scene)
  await app.page.setViewportSize({ width: 480, height: 400 })
  await app.button('List').click()
  return app
}

const OVERLOADED = refusal(
  529,
  { type: 'overloaded_error', message: 'Overloaded' },
  { retryAfter: '25' },
)

const CAUSE = `The server is **never closed**: \`listen()\` in \`src/server.js\` keeps its socket, so that Node waits for
it after the last test. Two things hang together:

1. \`beforeAll\` starts a server and keeps no reference to it.
2. \`afterAll\` is missing, so that nothing calls \`server.close()\`.

I add the missing end and run the tests again.`

const CODE = `A limiter that runs at most \`limit\` tasks at once:

\`\`\`ts
/** Runs at most \`limit\` tasks at once; the others wait in line. */
export function createLimiter(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<Value>(task: () => Promise<Value>): Promise<Value> {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
\`\`\`

| way        | order kept | survives a throw | lines |
| ---------- | ---------- | ---------------- | ----: |
| this one   | yes        | yes              |    16 |
| a queue    | yes        | with care        |    40 |
| batches    | no         | no               |     8 |

> Batches look simple, and wait for the slowest of each.

- \`finally\` gives the place back also after a throw
- the next one starts in the same tick`

const TALK: readonly (readonly [question: string, command: string, answer: string])[] = [
  [
    'What is in this folder?',
    'ls -l src',
    'One file: `src/server.js`. It starts a server and never closes it, which its own comment admits.',
  ],
  [
    'Does anything else depend on it?',
    'grep -rn server . | head',
    'Nothing else. The word stands in that file alone, so that a change there reaches no further.',
  ],
  [
    'Then close it properly, and tell me what you changed',
    'seq 1 30; echo closed >> src/server.js',
    'Closed. The server now ends with the process that started it:\n\n- one line at the end of `src/server.js`\n- nothing else was touched',
  ],
  [
    'And what if the port is taken? This happens on my machine when an old run was killed and its socket still lingers.',
    'false',
    'Then `listen` fails and the test says so at once. The old run does not matter: the system frees a port as soon as nobody holds it, and a lingering connection is no listener.',
  ],
]
