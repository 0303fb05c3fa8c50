import { expect, test } from 'vitest'
import { describeInBrowser } from '../setup.ts'
import { PLAIN_SHELL, Terminal } from './terminal.ts'

describeInBrowser('a terminal', (scene) => {
  test('runs in the folder under the strict policy of the page, and its screen survives a reload', async () => {
    const { folder } = scene()
    const { app } = await scene().conversation({ environment: PLAIN_SHELL })
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
