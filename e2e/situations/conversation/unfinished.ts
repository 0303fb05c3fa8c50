import type { App } from '../../app.ts'
import { text, thinking } from '../../fake-model-server/parts.ts'
import { errorAfter, message, SILENCE, stallAfter } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** Answers that were cut off. */
export const UNFINISHED_SITUATIONS: readonly Situation[] = [
  { name: 'stopped-answer', size: DESKTOP, colours: 'light', arrange: stopped },
  { name: 'stopped-answer-dark', size: DESKTOP, colours: 'dark', arrange: stopped },
  { name: 'stopped-answer-narrow', size: SMALL, colours: 'light', arrange: stopped },
  { name: 'cut-answer', size: DESKTOP, colours: 'light', arrange: cut },
  { name: 'time-limit', size: DESKTOP, colours: 'light', arrange: timeLimit },
  { name: 'time-limit-dark-narrow', size: SMALL, colours: 'dark', arrange: timeLimit },
]

const HALF = `The server is **never closed**. \`src/server.js\` opens it and returns nothing:

\`\`\`js
export function start(port) {
  createServer(handle).listen(port)
}
\`\`\`

1. Return the server from \`start\`.
2. Close it in \`after\`, and wait for`

async function stopped(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const answer = message([thinking('Where is it read?', 's'), text(HALF)])
  scene.model.enqueue(stallAfter(answer, answer.steps.length - 3))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'and wait for' }).waitFor()
  await app.button('Stop').click()
  await app.button('Quote in my message').waitFor()
  return app
}

async function cut(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const answer = message([text(HALF)])
  const broken = errorAfter(answer, answer.steps.length - 3, 'overloaded_error')
  scene.model.enqueue(broken, SILENCE)
  await app.send('Why does the login test hang?')
  await app.page.getByText('Cut off here').waitFor()
  await app.expectStatus(/^Waiting/)
  return app
}

async function timeLimit(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.page.getByLabel('Minutes of work per turn').fill('0.2')
  await app.closeSettings()
  const answer = message([thinking('Where is it read?', 's'), text(HALF)])
  scene.model.enqueue(stallAfter(answer, answer.steps.length - 3))
  await app.send('Why does the login test hang?')
  await app.page.getByRole('alert').filter({ hasText: 'This turn has worked' }).waitFor()
  return app
}
