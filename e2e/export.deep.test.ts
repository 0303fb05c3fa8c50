import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowserAlone } from './setup.ts'

interface Exported {
  readonly name: string
  readonly content: string
}

/** The file that the open dialog saves. */
async function exported(app: App): Promise<Exported> {
  const download = app.page.waitForEvent('download')
  await app.page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const saved = await download
  await app.page.getByRole('dialog').getByRole('status').filter({ hasText: 'Saved as' }).waitFor()
  return { name: saved.suggestedFilename(), content: readFileSync(await saved.path(), 'utf8') }
}

describeInBrowserAlone('export', (scene) => {
  test('a conversation is saved as Markdown, JSON and YAML', async () => {
    const { model } = scene()
    const { app } = await scene().conversation()
    const TURNS = 3
    for (let turn = 1; turn <= TURNS; turn++) {
      const calls = turn === 1 ? [message([bash('echo printed-in-turn-1')])] : []
      model.enqueue(...calls, message([text(`Answer ${turn}.`)]))
      await app.send(`Question ${turn}`)
      await app.answers.filter({ hasText: `Answer ${turn}.` }).waitFor()
      await app.expectStatus('Idle')
    }
    await app.page.reload()
    await app.answers.filter({ hasText: `Answer ${TURNS}.` }).waitFor()
    await app.chooseInMenu('Export…')
    const markdown = await exported(app)
    expect(markdown.name).toMatch(/^Question-1-\d{4}-\d\d-\d\d\.md$/)
    const questions = Array.from({ length: TURNS }, (_, n) => `Question ${n + 1}`)
    expect(markdown.content.match(/^Question \d+$/gm)).toEqual(questions)
    expect(markdown.content).toMatch(/^`{3}\nprinted-in-turn-1\n/m)
    await app.page.getByRole('radio', { name: /^JSON/ }).check()
    const json = await exported(app)
    const { messages } = JSON.parse(json.content) as { messages: { seq: number }[] }
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(json.content).toContain('printed-in-turn-1')
    await app.page.getByRole('radio', { name: /^YAML/ }).check()
    const yaml = await exported(app)
    expect(yaml.name).toMatch(/\.yaml$/)
    expect(parse(yaml.content)).toMatchObject({ messages })
    expect(app.complaints).toEqual([])
  })
})
