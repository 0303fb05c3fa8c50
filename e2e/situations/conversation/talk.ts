import type { App } from '../../app.ts'
import { bash, text, thinking } from '../../fake-model-server/parts.ts'
import { message, refusal, stallAfter } from '../../fake-model-server/replies.ts'
import { asking, withOlderConversations } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

const WIDEST = { width: 2560, height: 1440 }

/** A conversation from its start: empty, answered, failed, long. */
export const TALK_SITUATIONS: readonly Situation[] = [
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
  { name: 'narrow', size: SMALL, colours: 'light', arrange: toolRunning },
  { name: 'narrow-list', size: SMALL, colours: 'light', arrange: narrowList },
  { name: 'wide', size: WIDEST, colours: 'light', arrange: toolRunning },
  { name: 'dark', size: DESKTOP, colours: 'dark', arrange: codeAndTables },
  { name: 'dark-failing', size: DESKTOP, colours: 'dark', arrange: failing },
]

export async function empty(scene: Scene): Promise<App> {
  const { app, folders } = await withOlderConversations(scene)
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
    message([text('I’ll check what the test leaves open.'), bash('grep -n close src/server.js')]),
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

/** A request was refused and repaired; the next was refused for a reason that cannot be repaired. */
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
  for (const [question, command, answer] of QUESTIONS) {
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

async function narrowList(scene: Scene): Promise<App> {
  const { app } = await withOlderConversations(scene)
  await app.page.setViewportSize({ width: 480, height: 400 })
  await app.button('List').click()
  return app
}

const OVERLOADED = refusal(
  529,
  { type: 'overloaded_error', message: 'Overloaded' },
  { retryAfter: '25' },
)

const CAUSE = `The server is **never closed**: \`listen()\` in \`src/server.js\` keeps its socket open, so Node waits
for it after the last test. Two things are missing:

1. \`beforeAll\` starts a server and keeps no reference to it.
2. \`afterAll\` doesn’t exist, so nothing calls \`server.close()\`.

I’ll close it and run the tests again.`

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

- \`finally\` frees the slot even after a throw
- the next one starts in the same tick`

const QUESTIONS: readonly (readonly [question: string, command: string, answer: string])[] = [
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
