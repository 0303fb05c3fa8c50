import { test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { refusesTooLong } from './too-long.ts'

describeInBrowser('far too long a message', (scene) => {
  test('one of 10 MB is refused with its text kept, and the next one goes out', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    app.page.setDefaultTimeout(60_000)
    await refusesTooLong(app, 10 * 1024 * 1024)
    await app.message.fill('short')
    model.enqueue(message([text('Fine.')]))
    await app.button('Send').click()
    await app.answers.filter({ hasText: 'Fine.' }).waitFor()
  })
})
