import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

/** The contents of the clipboard after a press of this button. */
async function copied(app: App, name: string): Promise<string> {
  await app.button(name).click()
  await app.button('Copied').waitFor()
  const whole = await app.page.evaluate(() => navigator.clipboard.readText())
  await app.button(name).waitFor()
  return whole
}

describeInBrowserAlone('copying', (scene) => {
  test('a table is copied as Markdown and for a spreadsheet, and code unchanged', async () => {
    const { model } = scene()
    const table = '| Name | Size |\n|---|--:|\n| `a.ts` | **12** |'
    model.enqueue(message([text(`Sizes:\n\n${table}\n\n\`\`\`ts\nlet a\n\`\`\`\n\nThat is all.`)]))
    const { app } = await scene().conversation({ own: true })
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await app.send('Measure')
    await app.answers.filter({ hasText: 'That is all.' }).waitFor()
    await app.expectStatus('Idle')
    expect(await copied(app, 'Copy table')).toBe(table)
    expect(await copied(app, 'Copy for a spreadsheet')).toBe('Name\tSize\na.ts\t12')
    expect(await copied(app, 'Copy code')).toBe('let a')
    expect(app.complaints).toEqual([])
  })

  test('an answer, a whole turn and an output are copied, the output without colours and with all of its lines', async () => {
    const { model } = scene()
    const command = String.raw`printf '\033[31mred\033[0m\n'; seq -f 'line %.0f of many more' 20000`
    model.enqueue(message([text('I count.'), bash(command)]), message([text('It is **done**.')]))
    const { app } = await scene().conversation({ own: true })
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await app.send('Count')
    await app.answers.filter({ hasText: 'It is done.' }).waitFor()
    await app.expectStatus('Idle')
    await app.openCard(app.tool('bash'))
    const lines = (await copied(app, 'Copy output')).split('\n')
    expect(lines.slice(0, 2)).toEqual(['red', 'line 1 of many more'])
    expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(20_000)
    expect(await copied(app, 'Copy answer')).toBe('It is **done**.')
    const turn = await copied(app, 'Copy turn')
    expect(turn).toMatch(/^\*\*You\*\*\n\nCount\n\n\*\*Agent\*\*\n\nI count\.\n\n- bash: printf/)
    expect(turn).toMatch(/\n\nIt is \*\*done\*\*\.$/)
    expect(app.complaints).toEqual([])
  })

  test('the path of a file is copied whole from the card of its call', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'notes.md'), 'Tag it.\n')
    model.enqueue(
      message([call('read_file', { path: 'notes.md' })]),
      message([text('It is read.')]),
    )
    const { app } = await scene().conversation({ own: true })
    await app.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await app.send('Read')
    await app.answers.filter({ hasText: 'It is read.' }).waitFor()
    await app.expectStatus('Idle')
    await app.tool('read_file').locator('summary').click()
    expect(await copied(app, 'Copy path')).toMatch(/notes\.md$/)
    expect(app.complaints).toEqual([])
  })
})
