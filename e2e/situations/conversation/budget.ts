import type { App } from '../../app.ts'
import { bash, text } from '../../fake-model-server/parts.ts'
import { message } from '../../fake-model-server/replies.ts'
import type { Scene } from '../../scene.ts'
import { DESKTOP, type Situation, SMALL } from '../situation.ts'

/** A budget that is used up, and the places that show it. */
export const BUDGET_SITUATIONS: readonly Situation[] = [
  { name: 'budget-reached', size: DESKTOP, colours: 'light', arrange: reached },
  { name: 'dark-narrow-budget-reached', size: SMALL, colours: 'dark', arrange: reached },
  { name: 'budget-details', size: DESKTOP, colours: 'dark', arrange: details },
  { name: 'budget-own', size: DESKTOP, colours: 'light', arrange: own },
  { name: 'dark-narrow-budget-own', size: SMALL, colours: 'dark', arrange: own },
]

async function reached(scene: Scene): Promise<App> {
  const { app } = await scene.conversation({
    own: true,
    environment: { PHOENIX_PERMISSIONS: 'auto' },
  })
  await app.button('Settings').click()
  await app.page.getByLabel('Budget in US dollars').fill('0.01')
  await app.closeSettings()
  const dear = { usage: { input_tokens: 8_000 } }
  scene.model.enqueue(message([text('I’ll look at the tests first.'), bash('ls')], dear))
  await app.send('Why does the login test hang?')
  await app.button('Continue once').waitFor()
  return app
}

async function details(scene: Scene): Promise<App> {
  const app = await reached(scene)
  await app.page.getByRole('button', { name: 'More about the context' }).click()
  await app.button('Change the budget').last().waitFor()
  return app
}

/** The budget of this conversation, with one field that cannot be saved. */
async function own(scene: Scene): Promise<App> {
  const app = await reached(scene)
  await app.button('Change the budget').click()
  const dialog = app.page.getByRole('dialog', { name: 'Budget of this conversation' })
  await dialog.getByLabel('Budget in minutes of work').fill('an hour')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Not saved.').waitFor()
  return app
}
