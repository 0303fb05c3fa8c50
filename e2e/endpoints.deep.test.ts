import { expect, test } from 'vitest'
import { chat, chatRefusal } from './fake-model-server/chat-replies.ts'
import { bash, text, thinking } from './fake-model-server/parts.ts'
import { message, SILENCE, stallAfter } from './fake-model-server/replies.ts'
import { response } from './fake-model-server/response-replies.ts'
import { isFocused } from './support/focus.ts'
import { describeInBrowser } from './setup.ts'
import { addEndpoint, answerTo, chooseModel } from './own-endpoint.ts'

const QWEN = { id: 'qwen3:8b', context_length: 40_960 }
/** Dollars per token. */
const PRICING = { prompt: '0.0000025', completion: '0.00001', input_cache_read: '0.00000025' }
/** At these prices it costs 25,000 + 2,500 + 10,000 millionths of a dollar. */
const USAGE = {
  prompt_tokens: 20_000,
  prompt_tokens_details: { cached_tokens: 10_000 },
  completion_tokens: 1_000,
}

const ONLY_RESPONSES =
  "Function tools with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'."

describeInBrowser('endpoints', (scene) => {
  test('who has no key is led to a local model, which new conversations then use', async () => {
    const { model } = scene()
    model.models = [QWEN]
    const host = await scene().host({ own: true, environment: { ANTHROPIC_API_KEY: '' } })
    const app = await scene().window(host)
    await app.button('Use a local model').click()
    const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
    const address = dialog.getByRole('textbox', { name: 'Address' })
    expect(await address.inputValue()).toContain(':11434')
    // Nothing listens there.
    await dialog.getByRole('alert').waitFor()
    await address.fill(`${model.url}/v1`)
    await dialog.getByRole('textbox', { name: 'Key' }).fill(model.key)
    await dialog.getByRole('combobox', { name: 'Keep keys' }).selectOption({ index: 0 })
    await app.button('Find models').click()
    await dialog.getByText('Found 1 model.').waitFor()
    await app.button('Save endpoint').click()
    await dialog.waitFor({ state: 'hidden' })
    await app.button('Close').click()
    await app.button('Use a local model').waitFor({ state: 'detached' })
    await app.startConversation(scene().folder)
    model.enqueue(chat([text('From your machine.')]))
    await answerTo(app, 'Hello', 'From your machine.')
    expect(model.requests.at(-1)?.body).toMatchObject({ model: 'qwen3:8b' })
  })

  test('a model that needs the Responses API is asked over it after one click, with the same key', async () => {
    const { model } = scene()
    model.models = [{ id: 'gpt-6-sol' }]
    const { app } = await scene().conversation({ own: true })
    await addEndpoint(app, scene())
    await app.button('Save endpoint').click()
    await app.page.getByRole('dialog', { name: 'Add endpoint' }).waitFor({ state: 'hidden' })
    await app.button('Close').click()
    await chooseModel(app, 'lab/gpt-6-sol')
    model.enqueue(chatRefusal(400, { message: ONLY_RESPONSES }))
    await app.send('Hello')
    const change = app.button('Change the kind and retry')
    await change.waitFor()
    model.enqueue(response([text('Over the newer one.')]))
    await change.click()
    await app.answers.filter({ hasText: 'Over the newer one.' }).waitFor()
    await change.waitFor({ state: 'hidden' })
    expect(model.requests.at(-1)?.body).toMatchObject({ store: false, model: 'gpt-6-sol' })
    expect(model.requests.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${model.key}`,
      'x-team': 'search',
    })
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a refused key of an own endpoint leads to the form of that endpoint', async () => {
    const { model } = scene()
    model.models = [QWEN]
    const { app } = await scene().conversation({ own: true })
    await addEndpoint(app, scene())
    await app.button('Save endpoint').click()
    await app.page.getByRole('dialog', { name: 'Add endpoint' }).waitFor({ state: 'hidden' })
    await app.button('Close').click()
    await chooseModel(app, 'lab/qwen3:8b')
    model.enqueue(chatRefusal(401, { message: 'Incorrect API key provided.' }))
    await app.send('Hello')
    await app.alert.getByRole('button', { name: 'Settings' }).click()
    await app.page.getByRole('dialog', { name: 'Endpoint lab' }).waitFor()
  })

  test('unsaved input for an endpoint is still there after Esc, until it is discarded', async () => {
    const { app } = await scene().conversation()
    const name = app.page.getByRole('textbox', { name: 'Name' })
    const note = app.page.getByText('Your unsaved changes are still here.')
    await app.button('Settings').click()
    await app.button('Add endpoint').click()
    await name.fill('lab')
    await app.page.keyboard.press('Escape')
    await app.button('Add endpoint').click()
    await note.waitFor()
    expect(await name.inputValue()).toBe('lab')
    await app.button('Discard').click()
    expect(await name.inputValue()).toBe('')
    await app.page.keyboard.press('Escape')
    await app.button('Add endpoint').click()
    await name.waitFor()
    expect(await note.count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('one is added, its models found and tested, a tool runs through it at its price, and its secrets are never shown again', async () => {
    const { model } = scene()
    model.models = [{ ...QWEN, pricing: PRICING }]
    const { app, host } = await scene().conversation({ own: true })
    await addEndpoint(app, scene())
    expect(model.requests.at(-1)?.headers['x-team']).toBe('search')
    const size = app.page.getByRole('textbox', { name: 'Tokens that qwen3:8b can read' })
    expect(await size.inputValue()).toBe('40960')
    model.enqueue(chat([text('Yes')]))
    await app.button('Test qwen3:8b').click()
    await app.page.getByRole('dialog').getByRole('status').filter({ hasText: 'qwen3:8b' }).waitFor()
    await app.button('Save endpoint').click()
    const row = app.page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem')
    await row.filter({ hasText: 'OpenAI-compatible, key saved, 1 model' }).waitFor()
    await app.button('Edit the endpoint lab').click()
    await app.page.getByText('Saved: X-Team. Their values are not shown again.').waitFor()
    expect(await app.page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()).toBe('')
    expect(await app.page.content()).not.toContain(model.key)
    const testing = model.requests.length + 1
    model.enqueue(SILENCE)
    await app.button('Test qwen3:8b').click()
    await app.page.getByText('Sending one test request.').waitFor()
    await model.waitForRequest(testing)
    await app.page.keyboard.press('Escape')
    await model.waitForClose(testing)
    await app.page.keyboard.press('Escape')

    await app.page.getByRole('button', { name: /^Model: / }).click()
    const field = app.page.getByRole('combobox', { name: 'Model', exact: true })
    await field.pressSequentially('qwen')
    await app.page
      .getByRole('option', { name: 'lab/qwen3:8b' })
      .filter({ hasText: 'reads 40k' })
      .waitFor()
    await app.page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('lab/qwen3:8b')
    await app.button('Favourite: lab/qwen3:8b').click()
    await app.page.getByRole('button', { name: 'Favourite: lab/qwen3:8b', pressed: true }).waitFor()
    await app.button('Save').click()
    await app.button('Model: lab/qwen3:8b').waitFor()

    model.enqueue(
      chat([bash('echo seen')], { usage: USAGE }),
      chat([text('It says seen.')], { usage: USAGE }),
    )
    await answerTo(app, 'Run it', 'It says seen.')
    await app.answers.getByText('42,000 tokens · $0.075').waitFor()
    expect(JSON.stringify(model.requests.at(-1)?.body['messages'])).toContain('seen')
    expect(model.requests.at(-1)?.headers['x-team']).toBe('search')

    expect(app.complaints).toEqual([])
    await host.kill()
    const next = await scene().window(await scene().host({ dataFolder: host.dataFolder }))
    await next.button('Model: lab/qwen3:8b').click()
    await next.page.getByRole('combobox', { name: 'Model', exact: true }).click()
    model.enqueue(chat([text('Still here.')]))
    const first = next.page.getByRole('option').first()
    await first.filter({ hasText: 'lab/qwen3:8b' }).filter({ hasText: 'favourite' }).waitFor()
    await next.page.keyboard.press('Escape')
    await next.page.keyboard.press('Escape')
    await next.button('Settings').click()
    await next.button('Edit the endpoint lab').click()
    await next.page.getByText('Price: $2.50 in, $10.00 out').click()
    await next.page.getByRole('textbox', { name: 'Input price of qwen3:8b' }).fill('0')
    await next.page.getByRole('textbox', { name: 'Output price of qwen3:8b' }).fill('0')
    await next.button('Save endpoint').click()
    await next.page.getByRole('dialog', { name: 'Endpoint lab' }).waitFor({ state: 'hidden' })
    await next.button('Close').click()
    await answerTo(next, 'And now?', 'Still here.')
    await next.answers.getByText('120 tokens · $0.00').waitFor()
    await next.answers.getByText('42,000 tokens · $0.075').waitFor()
    expect(model.complaints).toEqual([])
    expect(next.complaints).toEqual([])
  })

  test('a conversation moves from one provider to another and back; without its endpoint it says what to do, and continues with another', async () => {
    const { model } = scene()
    model.models = [QWEN]
    const { app } = await scene().conversation({ own: true })
    await addEndpoint(app, scene())
    await app.button('Save endpoint').click()
    await app.page.getByRole('dialog', { name: 'Add endpoint' }).waitFor({ state: 'hidden' })
    await app.button('Close').click()

    model.enqueue(message([thinking('Hm.', 'sig'), bash('echo one')]), message([text('First.')]))
    await answerTo(app, 'One', 'First.')
    await chooseModel(app, 'lab/qwen3:8b')
    model.enqueue(chat([thinking('So.', ''), bash('echo two')]), chat([text('Second.')]))
    await answerTo(app, 'Two', 'Second.')
    // The endpoint's price for them is unknown.
    await app.answers
      .last()
      .getByText(/^\s*240 tokens\s*$/)
      .waitFor()
    await chooseModel(app, 'claude-sonnet-5-5')
    model.enqueue(message([bash('echo three')]), message([text('Third.')]))
    await answerTo(app, 'Three', 'Third.')
    const sent = JSON.stringify(model.requests.at(-1)?.body['messages'])
    expect(sent).toContain('echo two')
    expect(sent).not.toContain('So.')

    await chooseModel(app, 'lab/qwen3:8b')
    await app.button('Settings').click()
    await app.button('Remove the endpoint lab').press('Enter')
    await expect.poll(() => isFocused(app.button('Keep'))).toBe(true)
    await app.page.keyboard.press('Enter')
    await expect.poll(() => isFocused(app.button('Remove the endpoint lab'))).toBe(true)
    await app.page.keyboard.press('Enter')
    await app.button('Remove for good: lab').press('Enter')
    await app.page.getByRole('region', { name: 'Endpoints' }).getByText('None yet.').waitFor()
    expect(await app.page.locator(':focus').textContent()).toBe('Endpoints')
    await app.button('Close').click()
    await app.button('Model: lab/qwen3:8b, endpoint missing').waitFor()
    await app.send('Four')
    const gone = 'The endpoint “lab” of qwen3:8b is no longer in Settings. Choose another model'
    await app.alert.filter({ hasText: gone }).waitFor()
    const offered = await app.alert.filter({ hasText: gone }).getByRole('button').allTextContents()
    expect(offered).toEqual(['Settings', 'Choose another model', 'Retry'])
    await chooseModel(app, 'claude-sonnet-5-5')
    model.enqueue(message([text('Fifth.')]))
    await answerTo(app, 'Five', 'Fifth.')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('row 3 a deadline set for an endpoint applies there: a silence is cut short and the request repeated', async () => {
    const { model } = scene()
    model.models = [QWEN]
    const { app } = await scene().conversation({ own: true })
    await addEndpoint(app, scene())
    const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
    await dialog.getByText('Timeouts').click()
    const firstByte = dialog.getByRole('textbox', { name: 'First byte' })
    expect(await firstByte.getAttribute('placeholder')).toBe('600')
    await dialog.getByRole('textbox', { name: 'Silence', exact: true }).fill('soon')
    await app.button('Save endpoint').click()
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'Silence: enter a number of seconds' })
      .waitFor()
    await dialog.getByRole('textbox', { name: 'Silence', exact: true }).fill('1')
    await app.button('Save endpoint').click()
    await dialog.waitFor({ state: 'hidden' })
    await app.button('Edit the endpoint lab').click()
    const saved = app.page.getByRole('textbox', { name: 'Silence', exact: true })
    expect(await saved.inputValue()).toBe('1')
    await app.page.keyboard.press('Escape')
    await app.button('Close').click()
    await chooseModel(app, 'lab/qwen3:8b')
    model.enqueue(stallAfter(chat([text('one two', 2)]), 3), chat([text('Whole.')]))
    await answerTo(app, 'Hello', 'Whole.')
    expect(app.complaints).toEqual([])
  })

  test('errors in the form are shown in place, and nothing is saved', async () => {
    const app = await scene().window(await scene().host())
    await app.button('Settings').click()
    await app.button('Add endpoint').click()
    const dialog = app.page.getByRole('dialog', { name: 'Add endpoint' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My Lab')
    await app.button('Save endpoint').click()
    await dialog.getByRole('alert').filter({ hasText: 'Name: Use lower-case letters' }).waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('lab')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('localhost:1')
    await app.button('Save endpoint').click()
    await dialog.getByRole('alert').filter({ hasText: 'must start with http://' }).waitFor()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/v1')
    await app.button('Find models').click()
    await dialog.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    await app.button('Add by hand').click()
    await dialog.getByRole('textbox', { name: 'Name of new model' }).fill('own')
    await app.button('Test own').click()
    await dialog.getByRole('alert').filter({ hasText: 'cannot be reached' }).nth(1).waitFor()
    await dialog.getByText('Price: unknown').click()
    await dialog.getByRole('textbox', { name: 'Input price of own' }).fill('cheap')
    await app.button('Save endpoint').click()
    await dialog.getByRole('alert').filter({ hasText: 'the input price of own must be' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await app.page.getByRole('region', { name: 'Endpoints' }).getByText('None yet.').waitFor()
  })
})
