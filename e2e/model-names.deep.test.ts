import { expect, test } from 'vitest'
import { chat } from './fake-model-server/chat-replies.ts'
import { text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { addEndpoint, answerTo, chooseModel } from './own-endpoint.ts'

describeInBrowser('names of models', (scene) => {
  test('a model is called what people or its server call it, and its id stays where it is pointed at', async () => {
    const { model } = scene()
    model.models = [{ id: 'acme-7', name: 'Acme Seven', context_length: 40_960 }]
    const { app } = await scene().conversation({ own: true })
    await addEndpoint(app, scene())
    await app.button('Save endpoint').click()
    await app.page.getByRole('dialog', { name: 'Add endpoint' }).waitFor({ state: 'hidden' })
    await app.button('Close').click()

    await app.button('Model: Claude Sonnet 5.5').click()
    const field = app.page.getByRole('combobox', { name: 'Model', exact: true })
    await field.pressSequentially('acme sev')
    await app.page.getByRole('option', { name: 'Acme Seven (lab)' }).waitFor()
    await app.page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('lab/acme-7')
    await app.button('Save').click()
    const asked = app.button('Model: Acme Seven (lab)')
    await asked.waitFor()
    expect(await asked.getAttribute('title')).toBe('Change the model: lab/acme-7')

    model.enqueue(chat([text('Hello there.')]))
    await answerTo(app, 'Hello', 'Hello there.')
    expect(model.requests.at(-1)?.body['model']).toBe('acme-7')
    const name = app.answers.last().getByTitle('lab/acme-7')
    expect(await name.innerText()).toBe('Acme Seven (lab)')
    await chooseModel(app, 'claude-opus-4-8')
    await app.button('Model: Claude Opus 4.8').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('an error in the thread names the model as people do, also once it is solved', async () => {
    const { model } = scene()
    model.enqueue(
      refusal(403, { type: 'permission_error', message: 'No.' }),
      message([text('Now it works.')]),
    )
    const { app } = await scene().conversation()
    await app.send('Hello')
    await app.alert.filter({ hasText: 'not allowed to use Claude Sonnet 5.5.' }).waitFor()
    await answerTo(app, 'Again', 'Now it works.')
    await app.page.getByText('1 failed attempt').click()
    await app.page.getByText('The API key is not allowed to use Claude Sonnet 5.5.').waitFor()
  })
})
