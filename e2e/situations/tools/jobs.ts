import type { App } from '../../app.ts'
import { background, bash, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import { TERMINAL_SITUATIONS } from '../../terminal/situations-terminal.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, LOW, type Situation, SMALL } from '../situation.ts'
import { withOrphans } from '../../support/orphan-process.ts'

/** Background jobs of a conversation. */
export const JOB_SITUATIONS: readonly Situation[] = [
  { name: 'jobs', size: DESKTOP, colours: 'light', arrange: opened },
  { name: 'dark-jobs', size: DESKTOP, colours: 'dark', arrange: opened },
  { name: 'narrow-jobs', size: SMALL, colours: 'light', arrange: opened },
  { name: 'jobs-closed', size: LOW, colours: 'light', arrange: serving },
  { name: 'ending-jobs', size: DESKTOP, colours: 'light', arrange: ending },
  { name: 'dark-narrow-ending-jobs', size: SMALL, colours: 'dark', arrange: ending },
  { name: 'ended-jobs', size: DESKTOP, colours: 'light', arrange: ended },
  { name: 'busy-with-jobs', size: DESKTOP, colours: 'light', arrange: busy },
  { name: 'orphans', size: DESKTOP, colours: 'light', arrange: surviving },
  { name: 'dark-orphans', size: SMALL, colours: 'dark', arrange: surviving },
  ...TERMINAL_SITUATIONS,
]

const SERVER = `printf '\\n  VITE ready in 412 ms\\n\\n  Local: http://localhost:5173/\\n'; exec sleep 1000`

const CHECKER = `sleep 2; echo "src/server.js(2,1): error TS2304: Cannot find name 'port'."; exit 2`

async function serving(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'auto' })
  scene.model.enqueue(
    message([text('I’ll start the server and the type checker.'), background(SERVER)]),
    message([background(CHECKER)]),
    message([background('while true; do echo "rebuilt in 31 ms"; sleep 1; done')]),
    message([text('The server listens on port 5173.')]),
  )
  await app.send('Start the server')
  await app.answers.filter({ hasText: 'listens on port' }).waitFor()
  await app.expectStatus('Idle')
  return app
}

async function opened(scene: Scene): Promise<App> {
  const app = await serving(scene)
  await app.jobs.locator('summary').click()
  await app.jobs.getByText('Ended').first().waitFor()
  return app
}

async function ending(scene: Scene): Promise<App> {
  const app = await serving(scene)
  await app.button('Stop').click()
  await app.endingJobs.waitFor()
  return app
}

async function ended(scene: Scene): Promise<App> {
  const app = await ending(scene)
  await app.button('End jobs').click()
  await app.tool('bash_background').filter({ hasText: 'ended by you' }).first().waitFor()
  return app
}

async function busy(scene: Scene): Promise<App> {
  const app = await serving(scene)
  scene.model.enqueue(message([text('I’ll run the tests.'), bash('npm test --silent')]))
  await app.send('Run the tests')
  await app.tool('bash').filter({ hasText: '3 passed' }).waitFor()
  return app
}

async function surviving(scene: Scene): Promise<App> {
  const app = await serving(scene)
  await withOrphans(app)
  await app.button('End process').first().waitFor()
  return app
}
