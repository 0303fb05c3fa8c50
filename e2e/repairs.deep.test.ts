import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { text, thinking } from './fake-model-server/parts.ts'
import { message, page, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

function refused(words: string): ReturnType<typeof refusal> {
  return refusal(400, { type: 'invalid_request_error', message: words })
}

async function attach(app: App, name: string): Promise<void> {
  const background = { r: 40, g: 90, b: 160 }
  const buffer = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const files = [{ name, mimeType: 'image/png', buffer }]
  await app.page.getByRole('region', { name: 'Messages', exact: true }).drop({ files })
  await app.button(`Show image ${name}`).waitFor()
}

describeInBrowser('a refused request', (scene) => {
  test('R17 a server that refuses thinking is asked again without it automatically, and the thread says so', async () => {
    const { model } = scene()
    model.enqueue(message([thinking('Let me see.', 'sig+/=='), text('First answer.')]))
    const { app } = await scene().conversation()
    await app.send('One')
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    await app.expectStatus('Idle')
    model.enqueue(
      refused(
        'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
      ),
      message([text('Second answer.')]),
      message([text('Third answer.')]),
    )
    await app.send('Two')
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    await app.page.getByText('It was asked again without its earlier thinking.').waitFor()
    await app.expectStatus('Idle')
    await app.send('Three')
    await app.answers.filter({ hasText: 'Third answer.' }).waitFor()
    const [, before, ...after] = model.requests.map(({ body }) => JSON.stringify(body['messages']))
    expect(before).toContain('sig+/==')
    expect(after).toHaveLength(2)
    for (const sent of after) expect(sent).not.toContain('"thinking"')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('an image that the model cannot accept is a placeholder from then on', async () => {
    const { model } = scene()
    const words = 'messages.0.content.0.image.source.base64.data: Could not process image'
    model.enqueue(refused(words), message([text('I cannot see it.')]), message([text('Well.')]))
    const { app } = await scene().conversation()
    await attach(app, 'plan.png')
    await app.send('What is on it?')
    await app.answers.filter({ hasText: 'I cannot see it.' }).waitFor()
    await app.page.getByText('again without the image that it could not take').waitFor()
    await app.expectStatus('Idle')
    await app.send('And now?')
    await app.answers.filter({ hasText: 'Well.' }).waitFor()
    const [first, ...after] = model.requests.map(({ body }) => JSON.stringify(body['messages']))
    expect(first).toContain('base64')
    expect(after).toHaveLength(2)
    for (const sent of after) {
      expect(sent).not.toContain('base64')
      expect(sent).toContain('[image plan.png left out: the model could not take it]')
    }
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('an image that makes a short conversation too large for a proxy is left out, and the answer arrives', async () => {
    const { model } = scene()
    model.enqueue(
      page('<h1>413 Request Entity Too Large</h1>', 413),
      message([text('I could not see it.')]),
    )
    const { app } = await scene().conversation()
    await attach(app, 'plan.png')
    await app.send('What is on it?')
    await app.answers.filter({ hasText: 'I could not see it.' }).waitFor()
    await app.page
      .getByText('Claude Sonnet 5.5 refused the request. It was asked again without images.')
      .waitFor()
    await app.expectStatus('Idle')
    const [first, second, ...more] = model.requests.map(({ body }) =>
      JSON.stringify(body['messages']),
    )
    expect(first).toContain('base64')
    expect(second).toContain('[image plan.png left out: the model could not take it]')
    expect(more).toEqual([])
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a refusal that no repair fixes says so and offers the ways out', async () => {
    const { model } = scene()
    model.enqueue(message([text('First answer.')]), refused('tools.0: JSON schema is invalid'))
    const { app } = await scene().conversation()
    await app.send('One')
    await app.answers.filter({ hasText: 'First answer.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('Two')
    const banner = app.page.getByRole('alert')
    await banner.getByText('JSON schema is invalid').waitFor()
    for (const name of ['Settings', 'Compact', 'Edit your message', 'Retry']) {
      await banner.getByRole('button', { name }).waitFor()
    }
    expect(model.requests).toHaveLength(2)
    model.enqueue(message([text('In short.')]), message([text('Second answer.')]))
    await banner.getByRole('button', { name: 'Compact' }).click()
    await app.page.getByText('Summarised here').waitFor()
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'Second answer.' }).waitFor()
    expect(app.complaints).toEqual([])
  })
})
