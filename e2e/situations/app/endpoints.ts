import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointKind } from '../../../src/shared/models/endpoint.ts'
import type { App } from '../../app.ts'
import { chatRefusal } from '../../fake-model-server/chat-replies.ts'
import { text } from '../../fake-model-server/parts.ts'
import { message, SILENCE } from '../../fake-model-server/replies.ts'
import { asking } from '../older-conversations.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

const WHOLE_FORM = { width: 1280, height: 1100 }

/** Endpoints, and how a model is chosen. */
export const ENDPOINT_SITUATIONS: readonly Situation[] = [
  { name: 'endpoints', size: DESKTOP, colours: 'light', arrange: endpoints },
  { name: 'dark-endpoints', size: DESKTOP, colours: 'dark', arrange: endpoints },
  { name: 'narrow-endpoints', size: SMALL, colours: 'light', arrange: smallEndpoints },
  { name: 'endpoint-form', size: DESKTOP, colours: 'light', arrange: endpointForm },
  { name: 'dark-endpoint-form', size: DESKTOP, colours: 'dark', arrange: endpointForm },
  { name: 'narrow-endpoint-form', size: SMALL, colours: 'light', arrange: smallForm },
  ...(['responses', 'gemini', 'bedrock', 'vertex'] as const).map((kind): Situation => {
    const arrange = (scene: Scene): Promise<App> => formOf(kind, scene)
    return { name: `endpoint-${kind}`, size: WHOLE_FORM, colours: 'light', arrange }
  }),
  { name: 'model-picker', size: DESKTOP, colours: 'light', arrange: modelPicker },
  { name: 'dark-model-picker', size: DESKTOP, colours: 'dark', arrange: modelPicker },
  { name: 'narrow-model-picker', size: SMALL, colours: 'light', arrange: modelPicker },
  { name: 'model-typed', size: DESKTOP, colours: 'light', arrange: modelTyped },
  { name: 'model-typed-dark-narrow', size: SMALL, colours: 'dark', arrange: modelTyped },
  { name: 'model-not-chosen', size: DESKTOP, colours: 'light', arrange: modelNotChosen },
  { name: 'effort', size: DESKTOP, colours: 'light', arrange: effort },
  { name: 'narrow-effort', size: SMALL, colours: 'dark', arrange: effort },
  { name: 'deadlines', size: DESKTOP, colours: 'light', arrange: deadlines },
  { name: 'dark-deadlines', size: DESKTOP, colours: 'dark', arrange: deadlines },
  { name: 'narrow-deadlines', size: SMALL, colours: 'light', arrange: smallDeadlines },
  { name: 'prices', size: DESKTOP, colours: 'light', arrange: prices },
  { name: 'dark-prices', size: DESKTOP, colours: 'dark', arrange: prices },
  { name: 'narrow-prices', size: SMALL, colours: 'light', arrange: smallPrices },
  { name: 'wants-responses', size: DESKTOP, colours: 'light', arrange: wantsResponses },
  { name: 'wants-responses-dark-narrow', size: SMALL, colours: 'dark', arrange: wantsResponses },
  { name: 'told', size: DESKTOP, colours: 'light', arrange: told },
  { name: 'told-dark-narrow', size: SMALL, colours: 'dark', arrange: told },
  { name: 'tokens', size: DESKTOP, colours: 'light', arrange: tokens },
  { name: 'tokens-dark-narrow', size: SMALL, colours: 'dark', arrange: tokens },
  { name: 'token-created', size: DESKTOP, colours: 'dark', arrange: tokenCreated },
  { name: 'endpoint-gone', size: DESKTOP, colours: 'light', arrange: endpointGone },
]

const PRICING = { prompt: '0.00000015', completion: '0.0000006', input_cache_read: '0.000000075' }
const MODELS = [
  { id: 'qwen3:8b', context_length: 40_960 },
  { id: 'gpt-oss:20b', context_length: 131_072, pricing: PRICING },
  { id: 'devstral:24b' },
]

async function endpointForm(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  scene.model.models = MODELS
  await app.button('Settings').click()
  await app.button('Add endpoint').click()
  const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ollama')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${scene.model.url}/v1`)
  await dialog.getByRole('textbox', { name: 'Key' }).fill(scene.model.key)
  await app.button('Find models').click()
  await dialog.getByText('Found 3 models.').waitFor()
  await app.button('Test devstral:24b').click()
  await dialog.getByRole('alert').waitFor()
  scene.model.enqueue(SILENCE)
  await app.button('Test qwen3:8b').click()
  await dialog.getByText('Sending one test request.').waitFor()
  return app
}

/** Opens the empty form for an endpoint of this kind. */
async function formOf(kind: EndpointKind, scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.button('Settings').click()
  await app.button('Add endpoint').click()
  const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption(kind)
  return app
}

async function saved(scene: Scene): Promise<App> {
  const app = await endpointForm(scene)
  await app.button('Save endpoint').click()
  await app.page.getByRole('dialog', { name: 'Add endpoint' }).waitFor({ state: 'hidden' })
  return app
}

async function endpoints(scene: Scene): Promise<App> {
  const app = await saved(scene)
  await app.button('Remove the endpoint ollama').click()
  await inMiddle(app, 'Remove for good: ollama')
  return app
}

async function smallEndpoints(scene: Scene): Promise<App> {
  const app = await endpoints(scene)
  await app.page.setViewportSize(SMALL)
  await inMiddle(app, 'Remove for good: ollama')
  return app
}

async function smallForm(scene: Scene): Promise<App> {
  const app = await endpointForm(scene)
  await app.page.setViewportSize(SMALL)
  await app.page.getByText('Found 3 models.').scrollIntoViewIfNeeded()
  return app
}

async function deadlines(scene: Scene): Promise<App> {
  const app = await endpointForm(scene)
  const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByText('Timeouts').click()
  const last = dialog.getByRole('textbox', { name: 'Whole request' })
  await dialog.getByRole('textbox', { name: 'First byte' }).fill('900')
  await last.scrollIntoViewIfNeeded()
  return app
}

async function smallDeadlines(scene: Scene): Promise<App> {
  const app = await deadlines(scene)
  await app.page.setViewportSize(SMALL)
  await app.page.getByRole('textbox', { name: 'Silence', exact: true }).scrollIntoViewIfNeeded()
  return app
}

/** A price that the endpoint reports, and an incomplete one. */
async function prices(scene: Scene): Promise<App> {
  const app = await endpointForm(scene)
  const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByText('Price: $0.15 in, $0.6 out').click()
  await dialog.getByText('Price: unknown').first().click()
  await dialog.getByRole('textbox', { name: 'Input price of qwen3:8b' }).fill('0.25')
  await app.button('Save endpoint').click()
  await dialog.getByRole('alert').filter({ hasText: 'needs both' }).waitFor()
  await inMiddle(app, 'Test gpt-oss:20b')
  return app
}

async function smallPrices(scene: Scene): Promise<App> {
  const app = await prices(scene)
  await app.page.setViewportSize(SMALL)
  const last = app.page.getByRole('textbox', { name: 'Cache write price of gpt-oss:20b' })
  await last.scrollIntoViewIfNeeded()
  return app
}

async function inMiddle(app: App, button: string): Promise<void> {
  await app.button(button).evaluate('(element) => element.scrollIntoView({ block: "center" })')
}

async function modelPicker(scene: Scene): Promise<App> {
  const app = await saved(scene)
  await app.button('Close').click()
  await app.page.getByRole('button', { name: /^Model: / }).click()
  const field = app.page.getByRole('combobox', { name: 'Model', exact: true })
  await field.fill('ollama/gpt-oss:20b')
  await app.button('Favourite: ollama/gpt-oss:20b').click()
  await app.page.getByRole('button', { name: /^Favourite: /, pressed: true }).waitFor()
  await field.fill('o')
  await app.page.keyboard.press('ArrowDown')
  return app
}

async function modelTyped(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.getByRole('button', { name: /^Model: / }).click()
  await app.page.getByRole('combobox', { name: 'Model', exact: true }).fill('haiku')
  return app
}

async function modelNotChosen(scene: Scene): Promise<App> {
  const app = await modelTyped(scene)
  await app.page.keyboard.press('Escape')
  return app
}

/** An effort that is chosen, and a model about to be chosen that supports less. */
async function effort(scene: Scene): Promise<App> {
  const { app } = await asking(scene)
  await app.page.getByRole('button', { name: /^Model: / }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Model of this conversation' })
  await dialog.getByRole('combobox', { name: 'Effort' }).selectOption('Extra high')
  await app.button('Save').click()
  await app.page.getByRole('button', { name: /effort: Extra high$/ }).click()
  await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill('claude-opus-4-6')
  await dialog.getByRole('combobox', { name: 'Effort' }).focus()
  await dialog.getByText('Phoenix uses').waitFor()
  return app
}

async function wantsResponses(scene: Scene): Promise<App> {
  const app = await saved(scene)
  await app.button('Close').click()
  await choose(app, 'ollama/qwen3:8b')
  scene.model.enqueue(
    chatRefusal(400, { message: 'This model is only supported in v1/responses.' }),
  )
  await app.send('Why does the login test hang?')
  await app.button('Change the kind and retry').waitFor()
  return app
}

async function choose(app: App, model: string): Promise<void> {
  const field = app.page.getByRole('combobox', { name: 'Model', exact: true })
  await app.page.getByRole('button', { name: /^Model: / }).click()
  await field.fill(model)
  await app.page.keyboard.press('Enter')
  await app.button('Save').click()
  // Until then the field receives everything typed.
  await field.waitFor({ state: 'detached' })
}

async function endpointGone(scene: Scene): Promise<App> {
  const app = await saved(scene)
  await app.button('Close').click()
  await choose(app, 'gateway/gpt-oss:20b')
  await app.button('Model: gateway/gpt-oss:20b, endpoint missing').waitFor()
  await app.send('Why does the login test hang?')
  await app.alert.waitFor()
  return app
}

/** An existing token, and a form for the next one. */
async function tokens(scene: Scene): Promise<App> {
  const app = await tokenCreated(scene)
  await app.button('Done').click()
  await app.button('Create token').click()
  const form = app.page.getByRole('group', { name: 'New token' })
  await form.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return app
}

async function tokenCreated(scene: Scene): Promise<App> {
  const { app } = await scene.conversation({ own: true })
  await app.button('Settings').click()
  await app.button('Create token').click()
  const form = app.page.getByRole('group', { name: 'New token' })
  await form.getByRole('textbox', { name: 'Name of the tool' }).fill('nightly report')
  await form.getByRole('checkbox', { name: 'Write' }).check()
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByRole('status').waitFor()
  return app
}

/** An instruction file that imports another, and an expanded tool. */
async function told(scene: Scene): Promise<App> {
  mkdirSync(join(scene.folder, 'docs'))
  writeFileSync(
    join(scene.folder, 'AGENTS.md'),
    'Run the tests before you commit. See @docs/style.md',
  )
  writeFileSync(join(scene.folder, 'docs/style.md'), 'Two spaces, no semicolons.')
  const { app } = await scene.conversation()
  scene.model.enqueue(message([text('I will.')]))
  await app.send('Mind what the folder says')
  await app.answers.filter({ hasText: 'I will.' }).waitFor()
  await app.expectStatus('Idle')
  await app.button('More about the context').click()
  await app.button('What the model sees…').click()
  const dialog = app.page.getByRole('dialog', { name: 'What the model sees' })
  await dialog.getByText('docs/style.md').click()
  return app
}
