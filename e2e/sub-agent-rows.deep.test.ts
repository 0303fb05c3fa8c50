import { expect, test } from 'vitest'
import { describeInBrowser } from './setup.ts'
import { subAgents } from './situations/tools/agents.ts'

describeInBrowser('rows of sub-agents', (scene) => {
  test('line up, whether they have a Stop button or not', async () => {
    const app = await subAgents(scene())
    const list = app.page.getByRole('list', { name: 'Sub-agents' })
    const spends = list.getByText('120 tokens · under $0.01', { exact: true })
    await spends.nth(2).waitFor()
    expect(await list.getByRole('button', { name: 'Stop sub-agent' }).count()).toBe(2)
    const ends = await spends.evaluateAll((all) =>
      all.map((each) => Math.round(each.getBoundingClientRect().right)),
    )
    expect(new Set(ends).size).toBe(1)
  })
})
