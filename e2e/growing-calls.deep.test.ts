import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { held, message, stallAfter } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const CONTENT = Array.from({ length: 600 }, (_, line) => `export const n${line} = ${line}\n`).join(
  '',
)
const WRITE = {
  type: 'toolCall',
  name: 'write_file',
  input: { path: 'src/numbers.ts', content: CONTENT },
  pieces: 600,
} as const

describeInBrowser('a call being written', (scene) => {
  test('names its file and shows its last lines as they arrive; after Stop it stays and has changed nothing', async () => {
    const { folder, model } = scene()
    const reply = message([text('I write it.'), WRITE])
    model.enqueue(stallAfter(reply, 300), message([text('As you wish.')]))
    const { app } = await scene().conversation()
    await app.send('Write the numbers')
    const card = app.growing('write_file').filter({ hasText: /Writing · 3\d\d lines/ })
    await card.waitFor()
    const shown = (await card.textContent()) ?? ''
    expect(shown).toContain('src/numbers.ts')
    expect(shown.split('\n')).toHaveLength(40)
    expect(shown).not.toContain('n0 =')
    await app.button('Stop').click()
    await app.expectStatus('Idle')
    await app
      .growing('write_file')
      .filter({ hasText: /Not finished · 3\d\d lines/ })
      .waitFor()
    expect(existsSync(join(folder, 'src/numbers.ts'))).toBe(false)
    await app.send('Leave it')
    await app.answers.filter({ hasText: 'As you wish.' }).waitFor()
    expect(await app.growing('write_file').count()).toBe(0)
    expect(app.complaints).toEqual([])
  })

  test('when complete, replaces its preview, and stays open while it is in view', async () => {
    const { folder, model } = scene()
    const { release, reply } = held(message([WRITE, bash('echo "$((1+1)) done"')]), 300)
    model.enqueue(reply, message([text('Written.')]))
    const { app } = await scene().conversation()
    await app.send('Write the numbers')
    await app.growing('write_file').filter({ hasText: 'Writing' }).waitFor()
    release()
    await app.answers.filter({ hasText: 'Written.' }).waitFor()
    await app.expectStatus('Idle')
    expect(readFileSync(join(folder, 'src/numbers.ts'), 'utf8')).toBe(CONTENT)
    expect(await app.tool('write_file').count()).toBe(1)
    expect(await app.growing('write_file').count()).toBe(0)
    expect(await app.tool('write_file').getAttribute('open')).not.toBeNull()
    await app.tool('write_file').getByText('const n0').first().waitFor()
    expect(await app.tool('bash').getAttribute('open')).toBeNull()
    expect(app.complaints).toEqual([])
  })

  test('shows characters that control a terminal or the reading direction by name', async () => {
    const { model } = scene()
    const input = { command: 'echo a\u202eb\u001b[2Jc' }
    const reply = message([{ type: 'toolCall', name: 'bash', input }])
    model.enqueue(stallAfter(reply, 5))
    const { app } = await scene().conversation()
    await app.send('Print it')
    const card = app.growing('bash').filter({ hasText: '[2J' })
    await card.waitFor()
    const shown = await card.textContent()
    expect(shown).not.toContain('\u202e')
    expect(shown).not.toContain('\u001b')
    await app.button('Stop').click()
    await app.expectStatus('Idle')
  })
})
