import type { App } from '../../app.ts'
import { bash } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, LOW, type Situation, SMALL } from '../situation.ts'

/** Commands that try to look like others. */
export const HOSTILE_SITUATIONS: readonly Situation[] = [
  { name: 'hostile-command', size: DESKTOP, colours: 'light', arrange: reordered },
  { name: 'dark-hostile-command', size: DESKTOP, colours: 'dark', arrange: reordered },
  { name: 'narrow-hostile-command', size: SMALL, colours: 'light', arrange: reordered },
  { name: 'long-command', size: DESKTOP, colours: 'light', arrange: pushedDown },
  { name: 'dark-long-command', size: LOW, colours: 'dark', arrange: pushedDown },
  { name: 'narrow-long-command', size: SMALL, colours: 'dark', arrange: pushedDown },
]

async function reordered(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  const command = 'echo "\u202Edliub/ fr- mr\u202C"\u200B; rm -rf \u2066build\u2069\u00A0/ # אבג'
  scene.model.enqueue(message([bash(command), bash('npm test\u0007')]))
  await app.send('Clean the build')
  await app.approval.getByText('\\u{202E}').first().waitFor()
  return app
}

async function pushedDown(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_PERMISSIONS: 'ask' })
  scene.model.enqueue(message([bash(`npm test${'\n'.repeat(200)}rm -rf ~`)]))
  await app.send('Run the tests')
  await app.button('Show more').waitFor()
  return app
}
