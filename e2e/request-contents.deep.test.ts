import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('context sent to the model', (scene) => {
  test('the view has, word for word, the system prompt, instructions and tools of the request', async () => {
    const { folder, model } = scene()
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'AGENTS.md'), 'Follow @docs/style.md')
    writeFileSync(join(folder, 'docs/style.md'), 'Two spaces. <b>bold</b>')
    const { app } = await scene().conversation()
    model.enqueue(message([text('I will.')]))
    await app.send('Mind it')
    await app.answers.filter({ hasText: 'I will.' }).waitFor()
    await app.expectStatus('Idle')
    const request = model.requests[0]?.body
    const said = JSON.stringify(request?.['messages'])
    expect(said).toContain('Instructions for your work, from docs/style.md.')
    expect(said.indexOf('Two spaces')).toBeLessThan(said.indexOf('Follow @docs'))

    await app.button('More about the context').click()
    await app.button('What the model sees…').click()
    const dialog = app.page.getByRole('dialog', { name: 'What the model sees' })
    await dialog.getByText('docs/style.md').click()
    await dialog.getByText('Two spaces. <b>bold</b>').waitFor()
    await dialog.getByText('System prompt', { exact: true }).click()
    const [system] = Object(request?.['system'])
    const shown = await dialog.getByRole('region', { name: 'System prompt' }).textContent()
    expect(shown).toBe(String(Object(system)['text']))
    const tools = dialog.getByRole('region', { name: 'Tools' }).locator('summary code')
    const sent = Object(request?.['tools']).map((tool: unknown) => Object(tool)['name'])
    expect(await tools.allTextContents()).toEqual(sent)
    expect(app.complaints).toEqual([])
  })
})
