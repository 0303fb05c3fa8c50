import { expect, test } from 'vitest'
import { text } from '../fake-model-server/parts.ts'
import { message } from '../fake-model-server/replies.ts'
import { describeInBrowser } from '../setup.ts'
import { PLAIN_SHELL, Terminal } from './terminal.ts'

describeInBrowser('a terminal', (scene) => {
  test('runs in the folder under the strict policy of the page, and its screen survives a reload', async () => {
    const { folder, model } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
    model.enqueue(message([text('Hello.')]))
    await app.send('Hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await app.expectStatus('Idle')
    const terminal = await Terminal.open(app)
    await terminal.run('pwd; echo $((40 + 2))', /^42$/)
    expect((await terminal.text()).replaceAll('\n', '')).toContain(folder)
    await terminal.run(String.raw`printf '\e[38;2;1;2;3mcoloured\e[0m %s\n' here`, /coloured here/)
    await app.page.reload()
    await terminal.expect(/coloured here/)
    await terminal.run('echo $((50 + 3))', /^53$/)
    expect(app.complaints).toEqual([])
  })
})
