import type { App } from './app.ts'
import type { Scene } from './scene.ts'

/** The fake model server as an endpoint of its own, set up in Settings with a key and one header. */
export async function addEndpoint(app: App, { model }: Scene): Promise<void> {
  await app.button('Settings').click()
  await app.button('Add endpoint').click()
  const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('lab')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${model.url}/v1/`)
  await dialog.getByRole('textbox', { name: 'Key' }).fill(model.key)
  await dialog.getByRole('textbox', { name: 'Headers' }).fill('X-Team: search')
  await dialog.getByRole('combobox', { name: 'Keep keys' }).selectOption({ index: 0 })
  await app.button('Find models').click()
  await dialog.getByText('Found 1 model.').waitFor()
}

export async function chooseModel(app: App, name: string): Promise<void> {
  await app.page.getByRole('button', { name: /^Model: / }).click()
  const field = app.page.getByRole('combobox', { name: 'Model', exact: true })
  await field.fill(name)
  await app.button('Save').click()
  await field.waitFor({ state: 'hidden' })
}

export async function answerTo(app: App, said: string, answer: string): Promise<void> {
  await app.send(said)
  await app.answers.filter({ hasText: answer }).waitFor()
  await app.expectStatus('Idle')
}
