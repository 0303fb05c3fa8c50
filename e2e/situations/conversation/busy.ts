import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { bash, text } from '../../fake-model-server/parts.ts'
import { message, refusal } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, LOW, type Situation, SMALL } from '../situation.ts'

/** Messages while the agent is busy, and settings of a single conversation. */
export const BUSY_SITUATIONS: readonly Situation[] = [
  { name: 'busy', size: DESKTOP, colours: 'light', arrange: refused },
  { name: 'narrow-busy', size: SMALL, colours: 'light', arrange: refused },
  { name: 'waiting', size: DESKTOP, colours: 'light', arrange: waiting },
  { name: 'dark-waiting', size: LOW, colours: 'dark', arrange: refusedBehindOthers },
  { name: 'narrow-waiting', size: SMALL, colours: 'light', arrange: held },
  { name: 'editing-waiting', size: DESKTOP, colours: 'light', arrange: editing },
  { name: 'permissions', size: DESKTOP, colours: 'light', arrange: permissions },
  { name: 'narrow-permissions', size: SMALL, colours: 'dark', arrange: permissions },
  { name: 'system-prompt', size: LOW, colours: 'light', arrange: systemPrompt },
  { name: 'folder-instructions', size: DESKTOP, colours: 'light', arrange: folderInstructions },
  { name: 'dark-folder-instructions', size: SMALL, colours: 'dark', arrange: folderInstructions },
  { name: 'dark-menu', size: LOW, colours: 'dark', arrange: menu },
  { name: 'nearly-full', size: SMALL, colours: 'light', arrange: nearlyFull },
  { name: 'context-details', size: DESKTOP, colours: 'light', arrange: contextDetails },
  { name: 'dark-context-details', size: SMALL, colours: 'dark', arrange: contextDetails },
  { name: 'too-long', size: DESKTOP, colours: 'light', arrange: tooLong },
  { name: 'dark-too-long', size: SMALL, colours: 'dark', arrange: tooLong },
  { name: 'images-dropped', size: LOW, colours: 'light', arrange: imagesDropped },
  { name: 'editing-message', size: DESKTOP, colours: 'light', arrange: editingMessage },
  { name: 'dark-rewound', size: SMALL, colours: 'dark', arrange: rewound },
  { name: 'forked', size: LOW, colours: 'light', arrange: forked },
  { name: 'summarised', size: DESKTOP, colours: 'light', arrange: summarised },
  { name: 'dark-behaviour', size: LOW, colours: 'dark', arrange: behaviour },
  { name: 'limits', size: DESKTOP, colours: 'light', arrange: limits },
  { name: 'dark-limits', size: LOW, colours: 'dark', arrange: limits },
  { name: 'narrow-limits', size: SMALL, colours: 'light', arrange: limits },
  { name: 'limit-reached', size: LOW, colours: 'light', arrange: limitReached },
  { name: 'narrow-new', size: SMALL, colours: 'light', arrange: newConversation },
]

async function busy(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([text('I’ll run the tests.'), bash('npm test --silent')]))
  await app.send('Why does the login test hang?')
  await app.tool('bash').filter({ hasText: '3 passed' }).waitFor()
  return app
}

async function refused(scene: Scene): Promise<App> {
  const app = await busy(scene)
  await app.send('And check that the port is free')
  await app.button('Send when idle').waitFor()
  return app
}

async function waiting(scene: Scene): Promise<App> {
  const app = await busy(scene)
  await app.sendWhileBusy('Then run the whole suite, and tell me what is slow', 'Send when idle')
  await app.waitingMessage('whole suite').waitFor()
  await app.sendWhileBusy(
    'Look at the address as well: the tests bind to all of them, which is why a second run fails here\nsee the log',
    'Send at the next step',
  )
  await app.waitingMessage('Look at the address').waitFor()
  await app.sendWhileBusy('Commit it', 'Send when idle')
  await app.waitingMessage('Commit it').waitFor()
  return app
}

async function refusedBehindOthers(scene: Scene): Promise<App> {
  const app = await waiting(scene)
  await app.send('And check that the port is free')
  await app.button('Send when idle').waitFor()
  return app
}

async function held(scene: Scene): Promise<App> {
  const app = await waiting(scene)
  await app.button('Stop').click()
  await app.page.getByText('Held since you stopped').waitFor()
  return app
}

async function editing(scene: Scene): Promise<App> {
  const app = await waiting(scene)
  const row = app.waitingMessage('Look at the address')
  await row.locator('summary').click()
  await app.waitingMessage('Commit it').getByRole('button', { name: 'Edit' }).click()
  await app.button('Cancel').waitFor()
  return app
}

async function permissions(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.keyboard.press('Shift+Tab')
  await app.permissions.focus()
  return app
}

async function menu(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('More').click()
  return app
}

async function systemPrompt(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.chooseInMenu('System prompt…')
  await app.page.getByRole('textbox', { name: 'System prompt' }).waitFor()
  return app
}

async function folderInstructions(scene: Scene): Promise<App> {
  const { app, folders } = await asking(scene)
  const words = ['# How to work here', '', 'Run `npm test` before you say that it works.', '']
  writeFileSync(join(folders.app, 'AGENTS.md'), words.join('\n'))
  scene.model.enqueue(message([text('I’ll run the tests first.')]))
  await app.send('What will you do first?')
  await app.answers.filter({ hasText: 'tests first' }).waitFor()
  await app.chooseInMenu('System prompt…')
  await app.page.getByRole('dialog').getByText('AGENTS.md,').click()
  await app.page.getByText('before you say that it works').waitFor()
  return app
}

async function nearlyFull(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const usage = { input_tokens: 849_000, output_tokens: 1_000 }
  scene.model.enqueue(message([text('That was a long way.')], { usage }))
  await app.send('Where are we?')
  await app.context.filter({ hasText: 'nearly full' }).waitFor()
  return app
}

async function contextDetails(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  const cached = { input_tokens: 12, cache_read_input_tokens: 41_300 }
  const first = { usage: { ...cached, cache_creation_input_tokens: 3_900, output_tokens: 210 } }
  const second = { usage: { ...cached, cache_creation_input_tokens: 640, output_tokens: 1_480 } }
  scene.model.enqueue(message([bash('grep -n close src/server.js')], first))
  scene.model.enqueue(message([text('The server is never closed.')], second))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'never closed' }).waitFor()
  await app.expectStatus('Idle')
  await app.page.getByText('88,854 tokens · $0.037').click()
  await app.button('More about the context').click()
  await app.contextDetails.getByText('Files').waitFor()
  await app.button('Count exactly').click()
  await app.contextDetails.getByText('counted by the provider').waitFor()
  return app
}

async function tooLong(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.page.getByRole('checkbox', { name: 'Summarise automatically' }).uncheck()
  await app.closeSettings()
  const buffer = readFileSync(new URL('../../../resources/icon.png', import.meta.url))
  await app.attach('icon.png', buffer)
  scene.model.enqueue(message([text('A bird that rises, drawn in two colours.')]))
  await app.send('What does it show?')
  await app.answers.filter({ hasText: 'A bird' }).waitFor()
  await app.expectStatus('Idle')
  const problem = 'prompt is too long: 1000001 tokens > 1000000 maximum'
  scene.model.enqueue(refusal(400, { type: 'invalid_request_error', message: problem }))
  await app.send('And what holds the wings?')
  await app.alert.filter({ hasText: 'too long' }).waitFor()
  return app
}

async function imagesDropped(scene: Scene): Promise<App> {
  const app = await tooLong(scene)
  await app.alert.getByRole('button', { name: 'Drop images' }).click()
  await app.page.getByText('The images and PDFs above were dropped').waitFor()
  return app
}

/** The newest message is about to be rewound. */
async function editingMessage(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([text('I closed the server, and all tests pass.')]))
  await app.send('Why does the login test hang?')
  await app.answers.filter({ hasText: 'all tests pass' }).waitFor()
  await app.expectStatus('Idle')
  await app.questions.last().getByRole('button', { name: 'Edit' }).click()
  await app.page.getByRole('dialog').waitFor()
  return app
}

async function rewound(scene: Scene): Promise<App> {
  const app = await editingMessage(scene)
  await app.page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await app.page.getByText('Rewound').click()
  await app.answers.filter({ hasText: 'all tests pass' }).waitFor()
  return app
}

async function forked(scene: Scene): Promise<App> {
  const app = await tooLong(scene)
  await app.alert.getByRole('button', { name: 'Fork with summary' }).click()
  await app.page.getByText('Forked from').waitFor()
  await app.page.getByText('The model starts with this').click()
  return app
}

async function summarised(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.enqueue(message([text('The server is closed now, and all tests pass.')]))
  await app.send(`Here is the whole log. ${'A line of the log. '.repeat(200)}`)
  await app.answers.filter({ hasText: 'all tests pass' }).waitFor()
  scene.model.enqueue(message([text('The login test hung for want of `server.close()`; done.')]))
  await app.chooseInMenu('Compact')
  await app.page.getByText('Summarised here').click()
  return app
}

async function behaviour(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.setViewportSize(LOW)
  await app.button('Settings').click()
  await app.page.getByLabel('Messages while the agent is busy').selectOption('interrupt')
  await app.page.getByRole('combobox', { name: 'Fallback' }).scrollIntoViewIfNeeded()
  return app
}

async function limits(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.page.getByLabel('Requests per sub-agent').scrollIntoViewIfNeeded()
  return app
}

async function limitReached(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.page.getByLabel('Tool calls per turn').fill('1')
  await app.closeSettings()
  scene.model.enqueue(message([bash('ls src'), bash('ls test')]))
  await app.send('Which files are there?')
  await app.button('Continue').waitFor()
  return app
}

async function newConversation(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('New conversation').click()
  await app.folder.waitFor()
  return app
}
