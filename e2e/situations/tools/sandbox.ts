import type { App } from '../../app.ts'
import { type Part, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** The sandbox of commands, and its absence. */
export const FENCE_SITUATIONS: readonly Situation[] = [
  { name: 'not-sandboxed', size: DESKTOP, colours: 'light', arrange: notSandboxed },
  { name: 'dark-not-sandboxed', size: DESKTOP, colours: 'dark', arrange: notSandboxed },
  { name: 'narrow-not-sandboxed', size: SMALL, colours: 'light', arrange: notSandboxed },
  { name: 'leaves-sandbox', size: DESKTOP, colours: 'light', arrange: leavesSandbox },
]

async function notSandboxed(scene: Scene): Promise<App> {
  const { app } = await asking(scene, { PHOENIX_SANDBOX: 'off' })
  await app.expectStatus('Idle')
  await app.button('Not sandboxed').focus()
  await app.page.keyboard.press('Shift')
  return app
}

async function leavesSandbox(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const input = {
    command: 'npm install --global pnpm',
    outside_sandbox: true,
    reason: 'pnpm must be installed in /usr/local, where the sandbox lets nobody write.',
  }
  const part: Part = { type: 'toolCall', name: 'bash', input }
  scene.model.enqueue(message([text('pnpm is missing. I’ll install it.'), part]))
  await app.send('Install pnpm')
  await app.approval.waitFor()
  return app
}
