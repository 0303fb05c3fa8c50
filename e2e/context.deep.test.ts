import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const TOO_LONG = refusal(400, {
  type: 'invalid_request_error',
  message: 'prompt is too long: 1000001 tokens > 1000000 maximum',
})
const OVERLOADED = refusal(529, { type: 'overloaded_error', message: 'Overloaded' })
const SUMMARISED = 'Summarised here'
const LONG = 'A long story. '.repeat(400)

async function tell(app: App, words: string, answer: string): Promise<void> {
  await app.send(words)
  await app.answers.filter({ hasText: answer }).waitFor()
  await app.expectStatus('Idle')
}

/** Each row of a table, its cells in one line. */
async function rowsOf(table: Locator): Promise<readonly string[]> {
  await table.waitFor()
  const rows = await table.getByRole('row').allInnerTexts()
  return rows.map((row) => row.trim().replaceAll(/\s+/g, ' '))
}

describeInBrowser('the context of the model', (scene) => {
  // covers REQ-BED-012.2a
  test('the meter counts, and near the limit offers the way out', async () => {
    const { model } = scene()
    const near = { usage: { input_tokens: 849_000, output_tokens: 1_000 } }
    model.enqueue(message([text('One.')], { usage: { input_tokens: 380_000 } }))
    model.enqueue(message([text('Two.')], near))
    const { app } = await scene().conversation()
    expect(await app.context.getAttribute('aria-valuenow')).toBe('0')
    await app.button('More').click()
    expect(await app.button('Compact').isDisabled()).toBe(true)
    await app.page.keyboard.press('Escape')
    await tell(app, 'First', 'One.')
    await app.context.filter({ hasText: /^\s*38\dk of 1M tokens\s*$/ }).waitFor()
    expect(await app.button('Compact').count()).toBe(0)
    await tell(app, 'Second', 'Two.')
    await app.context.filter({ hasText: '850k of 1M tokens, nearly full' }).waitFor()
    const tokens = app.page.getByText(
      '850,000 of the 1,000,000 tokens that the model can read are used.',
    )
    expect(await tokens.isVisible()).toBe(false)
    await app.button('More about the context').focus()
    await tokens.waitFor()
    await app.message.focus()
    await app.context.hover()
    await tokens.waitFor()
    expect(await app.button('Compact').isEnabled()).toBe(true)
    expect(app.complaints).toEqual([])
  })

  test('the provider counts the next request when a person asks, and again after the next step', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    model.enqueue(message([text('One.')]), message([text('Two.')]))
    await tell(app, 'First', 'One.')
    await app.button('More about the context').click()
    await app.button('Count exactly').click()
    const status = app.contextDetails.getByRole('status')
    await status.filter({ hasText: 'counted by the provider' }).waitFor()
    const body = model.requests.at(-1)?.body ?? {}
    const tokens = JSON.stringify(body).length.toLocaleString('en')
    expect(await status.innerText()).toBe(`${tokens} tokens, counted by the provider`)
    expect(body).not.toHaveProperty('max_tokens')
    expect(JSON.stringify(body['messages'])).toContain('One.')
    await app.page.keyboard.press('Escape')
    await tell(app, 'Second', 'Two.')
    await app.button('More about the context').click()
    await app.button('Count exactly').waitFor()
    expect(await status.innerText()).toBe('')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('usage of a reply, a turn and the conversation is shown, with its cost and its cache', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const read = { input_tokens: 1_000, cache_read_input_tokens: 50_000 }
    const first = { ...read, cache_creation_input_tokens: 4_000, output_tokens: 200 }
    const second = { ...read, cache_creation_input_tokens: 0, output_tokens: 2_300 }
    model.enqueue(message([bash('echo hi')], { usage: first }))
    model.enqueue(message([text('It says hi.')], { usage: second }))
    await tell(app, 'Say hi', 'It says hi.')
    // At 2, 10, 2.50 and 0.10 dollars per million tokens: input, output, cache write and cache read.
    await app.answers.getByText('108,500 tokens · $0.049').click()
    const turn = app.answers.getByRole('table')
    expect(await rowsOf(turn)).toEqual([
      'Input Cache read Cache write Output Cost',
      'Reply 1 1,000 50,000 4,000 200 $0.019',
      'Reply 2 1,000 50,000 0 2,300 $0.03',
      'Total 2,000 100,000 4,000 2,500 $0.049',
    ])
    await app.button('More about the context').click()
    const used = app.contextDetails.getByRole('table')
    expect((await rowsOf(used)).at(-1)).toBe('Total 2,000 100,000 4,000 2,500 $0.049')
    const parts = app.contextDetails.getByRole('region', { name: 'Parts of the next request' })
    const named = await parts.getByRole('term').allTextContents()
    expect(named).toEqual(['System prompt', 'Tools', 'Files', 'Messages', 'Images'])
    await app.page.keyboard.press('Escape')
    await used.waitFor({ state: 'hidden' })
    expect(app.complaints).toEqual([])
  })

  test('T93 all tokens of a reply count against the limit of its own model, and an unknown model gets 128,000', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    const counted = {
      input_tokens: 1_000,
      cache_read_input_tokens: 100_000,
      cache_creation_input_tokens: 10_000,
      output_tokens: 5_000,
    }
    const answer = (words: string): void =>
      model.enqueue(message([text(words)], { usage: counted }))
    answer('One.')
    await tell(app, LONG, 'One.')
    await app.context.filter({ hasText: /^\s*11\dk of 1M tokens\s*$/ }).waitFor()
    answer('Two.')
    await tell(app, 'On', 'Two.')
    expect(model.requests).toHaveLength(2)

    await app.button('Settings').click()
    const dialog = app.page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill('claude-unheard-of')
    await app.page.keyboard.press('Enter')
    await app.closeSettings()
    model.enqueue(message([text('A long story.')]))
    answer('Three.')
    await tell(app, 'And on', 'Three.')
    await app.page.getByText(SUMMARISED).waitFor()
    await app.context.filter({ hasText: /, nearly full/ }).waitFor()
    expect(model.requests).toHaveLength(4)
    expect(model.requests[2]?.body['tools']).toEqual(model.requests[3]?.body['tools'])
    expect(model.complaints).toEqual([])
  })

  test('R20 Compact summarises once: the model continues from the summary, and the history stays', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]), message([text('It was a long story.')]))
    const { app } = await scene().conversation()
    await tell(app, LONG, 'So it was.')
    await app.chooseInMenu('Compact')
    await app.page.getByText(SUMMARISED).waitFor()
    await app.expectStatus('Idle')
    expect(model.requests[1]?.body['tools']).toEqual(model.requests[0]?.body['tools'])
    expect(await app.answers.filter({ hasText: 'So it was.' }).count()).toBe(1)
    await app.button('More').click()
    expect(await app.button('Compact').isDisabled()).toBe(true)
    await app.page.keyboard.press('Escape')
    model.enqueue(message([text('And they lived.')]))
    await tell(app, 'How did it end?', 'And they lived.')
    const sent = JSON.stringify(model.requests[2]?.body)
    expect(sent).toContain('It was a long story.')
    expect(sent).not.toContain('So it was.')
    expect(model.complaints).toEqual([])
  })

  test('/compact with words asks the summary for them; they stand with it in the thread, after a reload too', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]), message([text('The API stays.')]))
    const { app } = await scene().conversation()
    await tell(app, LONG, 'So it was.')
    await app.message.fill('/compact keep the API decisions')
    await app.message.press('Enter')
    await app.page.getByText('You asked: “keep the API decisions”').waitFor()
    await app.expectStatus('Idle')
    expect(await app.message.inputValue()).toBe('')
    const asked = JSON.stringify(model.requests.at(-1)?.body)
    expect(asked).toContain('The user asks this of the summary:')
    expect(asked).toContain('keep the API decisions')
    await app.page.reload()
    await app.page.getByText('You asked: “keep the API decisions”').waitFor()
    await app.message.fill('/compact again')
    await app.message.press('Enter')
    await app.alert.filter({ hasText: 'nothing new to summarise' }).waitFor()
    expect(await app.message.inputValue()).toBe('/compact again')
    expect(model.complaints).toEqual([])
  })

  test('a person compacts what came before one of the messages: the rest is sent as it is', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]), message([text('Blue.')]))
    const { app } = await scene().conversation()
    await tell(app, LONG, 'So it was.')
    await tell(app, 'Which colour?', 'Blue.')
    model.enqueue(message([text('It was a long story.')]))
    const second = app.page.getByRole('article', { name: 'You' }).last()
    await second.hover()
    await second.getByRole('button', { name: 'More actions' }).click()
    await app.button('Compact what came before').click()
    await app.page.getByText('instead of everything before “Which colour?”').waitFor()
    const mark = app.page.getByText('The model reads a summary of everything above')
    const next = mark.locator('xpath=following-sibling::article[1]')
    await next.filter({ hasText: 'Which colour?' }).waitFor()
    await app.expectStatus('Idle')
    model.enqueue(message([text('Red.')]))
    await tell(app, 'And now?', 'Red.')
    const sent = JSON.stringify(model.requests[3]?.body)
    expect(sent).toMatch(/It was a long story.*Which colour\?.*Blue.*And now\?/)
    expect(sent).not.toContain('So it was.')
    expect(model.complaints).toEqual([])
    await second.hover()
    await app.page
      .getByRole('article', { name: 'You' })
      .nth(1)
      .getByRole('button', { name: 'More actions' })
      .click()
    expect(await app.button('Compact what came before').isDisabled()).toBe(true)
  })

  test('R20 a request that is too long is summarised and asked again, within the turn', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]))
    const { app } = await scene().conversation()
    await tell(app, LONG, 'So it was.')
    model.enqueue(TOO_LONG, message([text('A long story.')]), message([text('Happily.')]))
    await tell(app, 'How did it end?', 'Happily.')
    await app.page.getByText(SUMMARISED).waitFor()
    expect(model.requests).toHaveLength(4)
    expect(JSON.stringify(model.requests[3]?.body)).toContain('How did it end?')
    expect(model.complaints).toEqual([])
  })

  test('R20 with automatic compaction off, the conversation rests and offers the ways out', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]))
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    await app.page.getByRole('checkbox', { name: 'Summarise automatically' }).uncheck()
    await app.closeSettings()
    await tell(app, LONG, 'So it was.')
    model.enqueue(TOO_LONG)
    await app.send('How did it end?')
    await app.alert.filter({ hasText: 'too long' }).waitFor()
    expect(model.requests).toHaveLength(2)
    const offered = await app.alert.getByRole('button').allInnerTexts()
    expect(offered).toEqual([
      'Compact',
      'Choose a larger model',
      'Fork with summary',
      'Edit your message',
      'Try again',
    ])
    model.enqueue(message([text('A long story.')]))
    await app.alert.getByRole('button', { name: 'Compact' }).click()
    await app.expectStatus('Idle')
    model.enqueue(message([text('Happily.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'Happily.' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('a fallback model is used when the chosen one fails three times, and the page says so', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ own: true })
    await app.button('Settings').click()
    await app.page.getByRole('combobox', { name: 'Fallback' }).fill('claude-haiku-5')
    await app.page.getByRole('option', { name: 'Use “claude-haiku-5” as it is' }).click()
    await app.closeSettings()
    model.enqueue(OVERLOADED, OVERLOADED, OVERLOADED, message([text('I help out.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'I help out.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.getByText('Claude Haiku 5 is asked instead').waitFor()
    const asked = model.requests.map(({ body }) => String(body['model']))
    expect(asked[3]).toBe('claude-haiku-5')
    expect(new Set(asked.slice(0, 3)).size).toBe(1)
    model.enqueue(message([text('Here I am again.')]))
    await tell(app, 'And now?', 'Here I am again.')
    expect(model.requests[4]?.body['model']).toBe(asked[0])
    expect(model.complaints).toEqual([])
  })
})
