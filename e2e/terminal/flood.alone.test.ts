import { expect, test } from 'vitest'
import { text } from '../fake-model-server/parts.ts'
import { message, pingAfter } from '../fake-model-server/replies.ts'
import { describeInBrowser } from '../setup.ts'
import { stopAndWaitFor } from '../support/stop-and-wait.ts'
import { PLAIN_SHELL, Terminal } from './terminal.ts'

describeInBrowser('a flood in a terminal', (scene) => {
  test('does not keep Stop from appearing within 100 ms in 19 of 20 tries', async () => {
    const { model } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    const terminal = await Terminal.open(app)
    await terminal.run('yes flooding', /^flooding$/)
    const times: number[] = []
    for (let each = 0; each < 20; each += 1) {
      model.enqueue(pingAfter(message([text(`Beginning ${each} without an end`, 4)]), 5, 50))
      await app.send(`Talk ${each}`)
      await app.page.getByText(`Beginning ${each} `).waitFor()
      times.push(await app.page.evaluate(stopAndWaitFor, 'Idle'))
    }
    times.sort((a, b) => a - b)
    expect(times[18]).toBeLessThan(100)
    expect(times[19]).toBeLessThan(500)
  })
})
