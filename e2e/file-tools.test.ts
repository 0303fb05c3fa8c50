import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Part, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

function call(name: string, input: Readonly<Record<string, unknown>>): Part {
  return { type: 'toolCall', name, input }
}

const PATCH = call('patch', {
  changes: [{ type: 'edit', path: 'a.ts', oldText: 'old', newText: 'new' }],
})

describeInBrowser('the tools that touch files', (scene) => {
  const fileOf = (name: string): string => join(scene().folder, name)

  test('reading in the folder asks nobody; a change is asked for, made, and shown as a diff', async () => {
    const { model } = scene()
    writeFileSync(fileOf('a.ts'), 'one\nold\n')
    model.enqueue(
      message([
        call('list_files', {}),
        call('keyword_search', { keywords: ['old'] }),
        call('read_file', { path: 'a.ts' }),
      ]),
      message([PATCH]),
      message([text('Changed.')]),
    )
    const { app } = await scene().conversation(ASK)
    await app.send('Make it new')
    await app.approval.filter({ hasText: 'edit a.ts' }).waitFor()
    expect(await app.tool('read_file').textContent()).toContain('2 lines')
    expect(readFileSync(fileOf('a.ts'), 'utf8')).toBe('one\nold\n')
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Changed.' }).waitFor()
    expect(readFileSync(fileOf('a.ts'), 'utf8')).toBe('one\nnew\n')
    const card = app.tool('patch')
    expect(await card.textContent()).toContain('+1 −1')
    await card.locator('summary').click()
    await card.getByRole('group', { name: 'Changes' }).filter({ hasText: 'new' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('T41 an image that the agent reads goes to the model and stands in the card of the call', async () => {
    const { model } = scene()
    const create = { width: 2000, height: 1000, channels: 3, background: 'teal' } as const
    writeFileSync(fileOf('plan.png'), await sharp({ create }).png().toBuffer())
    model.enqueue(
      message([call('read_file', { path: 'plan.png' })]),
      message([text('A teal wall.')]),
      message([text('Still teal.')]),
    )
    const { app } = await scene().conversation(ASK)
    await app.send('Look at the plan')
    await app.answers.filter({ hasText: 'A teal wall.' }).waitFor()
    const card = app.tool('read_file')
    expect(await card.textContent()).toContain('1,568 × 784')
    await card.locator('summary').click()
    const image = card.getByRole('button', { name: 'Show image plan.png' }).locator('img')
    await image.waitFor()
    await app.send('Sure?')
    await app.answers.filter({ hasText: 'Still teal.' }).waitFor()
    for (const { body } of model.requests.slice(1)) {
      expect(JSON.stringify(body)).toMatch(
        /"tool_result".*"type":"image".*"media_type":"image\/png"/,
      )
    }
    expect(model.requests).toHaveLength(3)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a file that changed while the question stood is left alone, and the agent is told', async () => {
    const { model } = scene()
    writeFileSync(fileOf('a.ts'), 'one\nold\n')
    model.enqueue(message([PATCH]), message([text('I look again.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it new')
    await app.approval.waitFor()
    writeFileSync(fileOf('a.ts'), 'mine\nold\n')
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'I look again.' }).waitFor()
    expect(readFileSync(fileOf('a.ts'), 'utf8')).toBe('mine\nold\n')
    await app.tool('patch').locator('summary').click()
    await app.tool('patch').filter({ hasText: 'has changed since' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('what lies outside, or holds secrets, is asked for even to be read', async () => {
    const { model } = scene()
    writeFileSync(fileOf('.env'), 'TOKEN=1\n')
    model.enqueue(message([call('read_file', { path: '.env' })]), message([text('Not read.')]))
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'auto' } })
    await app.send('Read it')
    await app.approval.filter({ hasText: 'may hold secrets' }).waitFor()
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'Not read.' }).waitFor()
    expect(model.complaints).toEqual([])
  })
})
