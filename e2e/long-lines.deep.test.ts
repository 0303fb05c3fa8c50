import { expect, test } from 'vitest'
import { bash } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('output of endless lines', (scene) => {
  test('its end is drawn while it runs, and Stop is answered', async () => {
    const lines = `while :; do head -c 1000000 /dev/zero | tr '\\0' x; echo; sleep 0.1; done`
    scene().model.enqueue(message([bash(lines)]))
    const { app } = await scene().conversation()
    await app.send('Go')
    const words = app.page.getByText(/^[\d,]+ earlier characters are no longer shown\.$/)
    await words.waitFor()
    const drawn = await app.page.locator('.output pre').textContent()
    expect(drawn?.length).toBeLessThanOrEqual(8_000)
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    expect(app.complaints).toEqual([])
  })
})
