import sharp from 'sharp'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message, refusal } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const TOO_LONG = refusal(400, {
  type: 'invalid_request_error',
  message: 'prompt is too long: 1000001 tokens > 1000000 maximum',
})

describeInBrowser('a conversation that is too long for its images', (scene) => {
  test('Drop images leads out of it: they stay in the thread, Continue asks without them', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const background = { r: 40, g: 90, b: 160 }
    const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer()
    await app.attach('plan.png', buffer)
    model.enqueue(TOO_LONG)
    await app.send('What does it show?')
    await app.alert.filter({ hasText: 'too long' }).waitFor()
    expect(JSON.stringify(model.requests[0]?.body)).toContain('"type":"image"')
    await app.alert.getByRole('button', { name: 'Drop images' }).click()
    await app.page.getByText('The images and PDFs above were dropped').waitFor()
    model.enqueue(message([text('I have no image any more.')]))
    await app.button('Continue').click()
    await app.answers.filter({ hasText: 'no image any more' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).not.toContain('"type":"image"')
    expect(sent).toContain('[image plan.png left out: the user dropped it]')
    expect(await app.button('Show image plan.png').count()).toBe(1)
    await app.page.reload()
    await app.page.getByText('The images and PDFs above were dropped').waitFor()
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
