import type { App } from '../../app.ts'
import { byConversation } from '../../fake-model-server/by-conversation.ts'
import { bash, spawn, submit, text, webFetch } from '../../fake-model-server/parts.ts'
import { late, message, refusal } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, LOW, type Situation, SMALL } from '../situation.ts'

const ASK = { PHOENIX_PERMISSIONS: 'ask' }

/** Approvals, sub-agents, and conversations that are too long. */
export const AGENT_SITUATIONS: readonly Situation[] = [
  { name: 'approval', size: DESKTOP, colours: 'light', arrange: approval },
  { name: 'approval-dark', size: DESKTOP, colours: 'dark', arrange: approval },
  { name: 'approval-long', size: LOW, colours: 'light', arrange: longApproval },
  { name: 'approval-narrow', size: SMALL, colours: 'light', arrange: longApproval },
  { name: 'approval-several', size: LOW, colours: 'dark', arrange: severalApprovals },
  { name: 'approval-several-narrow', size: SMALL, colours: 'light', arrange: severalApprovals },
  { name: 'approval-edit', size: LOW, colours: 'light', arrange: editedApproval },
  { name: 'approval-edit-narrow', size: SMALL, colours: 'dark', arrange: editedApproval },
  { name: 'approval-fetch', size: LOW, colours: 'light', arrange: fetchAsked },
  { name: 'sub-agents', size: DESKTOP, colours: 'light', arrange: subAgents },
  { name: 'sub-agents-narrow', size: SMALL, colours: 'light', arrange: subAgents },
  { name: 'sub-agent-transcript', size: DESKTOP, colours: 'dark', arrange: transcript },
  { name: 'sub-agents-asking', size: LOW, colours: 'light', arrange: askingSubAgents },
  { name: 'sub-agents-asking-narrow', size: SMALL, colours: 'dark', arrange: askingSubAgents },
  { name: 'sub-agents-ended', size: DESKTOP, colours: 'light', arrange: endedSubAgents },
  { name: 'context-full', size: LOW, colours: 'light', arrange: contextFull },
  { name: 'context-full-narrow', size: SMALL, colours: 'dark', arrange: contextFull },
]

async function approval(scene: Scene): Promise<App> {
  const { app } = await asking(scene, ASK)
  scene.model.enqueue(
    message([text('The old build has to go first.'), bash('rm -rf build && npm run build')]),
  )
  await app.send('Rebuild it')
  await app.approval.waitFor()
  return app
}

async function longApproval(scene: Scene): Promise<App> {
  const { app } = await asking(scene, ASK)
  scene.model.enqueue(message([bash(LONG_COMMAND)]))
  await app.send('Rename the session cookie everywhere')
  await app.approval.waitFor()
  return app
}

async function editedApproval(scene: Scene): Promise<App> {
  const app = await approval(scene)
  await app.button('Edit…').click()
  await app.page.getByRole('textbox', { name: 'Command' }).fill('rm -rf build/tmp && npm run build')
  return app
}

async function fetchAsked(scene: Scene): Promise<App> {
  const { app } = await asking(scene, ASK)
  scene.model.enqueue(message([webFetch('http://localhost:3000/health?verbose=1')]))
  await app.send('Is the development server up?')
  await app.approval.waitFor()
  return app
}

async function severalApprovals(scene: Scene): Promise<App> {
  const { app } = await asking(scene, ASK)
  const calls = [bash('rm -rf build'), bash('npm run build'), bash('git push origin main')]
  scene.model.enqueue(message([text('Three steps.'), ...calls]))
  await app.send('Rebuild it and push')
  await app.button('Allow once').click()
  await app.approval.filter({ hasText: 'Allowed once' }).waitFor()
  return app
}

/** One has ended, two are working. */
export async function subAgents(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.respond(
    byConversation({
      [QUESTION]: [
        message([
          text('I’ll look at three things at once.'),
          spawn({ task: READ, kind: 'explorer' }, DOCS, SLOW),
        ]),
      ],
      [READ]: [message([submit(FOUND)])],
      [DOCS]: [
        message([text('I’ll search the `docs` folder.'), bash('grep -rn TODO . ; sleep 999')]),
      ],
      [SLOW]: [message([bash('npm test --silent')])],
    }),
  )
  await app.send(QUESTION)
  await app.subAgent(READ).filter({ hasText: 'src/server.js' }).waitFor()
  await app.subAgent(DOCS).filter({ hasText: 'Running grep' }).waitFor()
  await app.subAgent(SLOW).filter({ hasText: 'Running npm test' }).waitFor()
  return app
}

async function transcript(scene: Scene): Promise<App> {
  const app = await subAgents(scene)
  await app.subAgent(DOCS).getByRole('button', { name: DOCS }).click()
  await app.tool('bash').filter({ hasText: 'close it' }).waitFor()
  return app
}

async function askingSubAgents(scene: Scene): Promise<App> {
  const { app } = await asking(scene, ASK)
  scene.model.respond(
    byConversation({
      [QUESTION]: [message([spawn(READ, DOCS)])],
      [READ]: [message([bash('git log --oneline -- src/server.js')])],
      // The first one to ask is on the screen first.
      [DOCS]: [late(message([bash('npm run docs')]), 500)],
    }),
  )
  await app.send(QUESTION)
  await app.approval.filter({ hasText: 'git log' }).waitFor()
  await app.approval.filter({ hasText: '1 more' }).waitFor()
  return app
}

async function endedSubAgents(scene: Scene): Promise<App> {
  const app = await subAgents(scene)
  await app.subAgent(SLOW).getByRole('button', { name: 'Stop sub-agent' }).click()
  await app.subAgent(SLOW).filter({ hasText: 'Stopped' }).waitFor()
  await app.button('Stop').click()
  await app.expectStatus('Idle')
  await app.subAgent(READ).waitFor()
  return app
}

async function contextFull(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(TOO_LONG, TOO_LONG)
  await app.send('Read all of it')
  await app.alert.filter({ hasText: 'too long' }).waitFor()
  return app
}

const QUESTION = 'Why does the login test hang? Ask others'
const READ = 'Find every place where a server is started, in the sources and in the tests'
const DOCS = 'Check what the documentation says about closing it'
const SLOW = 'Run the slow tests and say which of them hang'
const FOUND =
  'One place: `src/server.js`, line 1. It calls `listen(port)` and keeps the server to itself, so nobody can close it.'
const LONG_COMMAND = Array.from(
  { length: 14 },
  (_, part) =>
    `find src/part-${part} -name '*.ts' -print0 | xargs -0 sed -i 's/session_cookie/sessionCookie/g'`,
).join('\n')
const TOO_LONG = refusal(400, {
  type: 'invalid_request_error',
  message: 'prompt is too long: 210000 tokens > 200000 maximum',
})
