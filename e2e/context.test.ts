import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text } from './fake-model-server/parts.ts'
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

describeInBrowser('what the model can read', (scene) => {
  // covers REQ-BED-012.2a
  test('the meter counts, and near the end says so with the way out of it', async () => {
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
    await app.context.filter({ hasText: /^\s*ctx 38 %\s*$/ }).waitFor()
    expect(await app.button('Compact').count()).toBe(0)
    await tell(app, 'Second', 'Two.')
    await app.context.filter({ hasText: 'ctx 85 %, nearly full' }).waitFor()
    const tokens = app.page.getByText(
      '850,000 of 1,000,000 tokens that the model can read are used.',
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

  test('R20 Compact summarises once: the model goes on from the summary, what was said stays', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]), message([text('It was a long story.')]))
    const { app } = await scene().conversation()
    await tell(app, LONG, 'So it was.')
    await app.chooseInMenu('Compact')
    await app.page.getByText(SUMMARISED).waitFor()
    await app.expectStatus('Idle')
    expect(model.requests[1]?.body['tools']).toBeUndefined()
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

  test('R20 where it is not to be summarised by itself, the conversation rests and offers what can be done', async () => {
    const { model } = scene()
    model.enqueue(message([text('So it was.')]))
    const { app } = await scene().conversation()
    await app.button('Settings').click()
    await app.page.getByRole('checkbox', { name: 'Summarise by itself' }).uncheck()
    await app.save()
    await tell(app, LONG, 'So it was.')
    model.enqueue(TOO_LONG)
    await app.send('How did it end?')
    await app.alert.filter({ hasText: 'too long' }).waitFor()
    expect(model.requests).toHaveLength(2)
    model.enqueue(message([text('A long story.')]))
    await app.alert.getByRole('button', { name: 'Compact' }).click()
    await app.expectStatus('Idle')
    model.enqueue(message([text('Happily.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'Happily.' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('a fallback model is asked where the chosen one fails three times, and says so', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    await app.button('Settings').click()
    await app.page.getByLabel('Fallback').fill('claude-haiku-5')
    await app.save()
    model.enqueue(OVERLOADED, OVERLOADED, OVERLOADED, message([text('I help out.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'I help out.' }).waitFor()
    await app.expectStatus('Idle')
    await app.page.getByText('claude-haiku-5 is asked instead').waitFor()
    const asked = model.requests.map(({ body }) => String(body['model']))
    expect(asked[3]).toBe('claude-haiku-5')
    expect(new Set(asked.slice(0, 3)).size).toBe(1)
    model.enqueue(message([text('Here I am again.')]))
    await tell(app, 'And now?', 'Here I am again.')
    expect(model.requests[4]?.body['model']).toBe(asked[0])
    expect(model.complaints).toEqual([])
  })
})
