import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { call, change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { freshFolder } from './support/host.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

const PATCH = change(edit('a.ts', 'old', 'new'))

describeInBrowser('the tools that touch files', (scene) => {
  const fileOf = (name: string): string => join(scene().folder, name)

  test('reading in the folder needs no approval; a change needs it, is made, and is shown as a diff', async () => {
    const { model } = scene()
    writeFileSync(fileOf('a.ts'), 'one\nold\n')
    model.enqueue(
      message([
        call('list_files', {}),
        call('grep', { pattern: 'old' }),
        call('read_file', { path: 'a.ts' }),
      ]),
      message([PATCH]),
      message([text('Changed.')]),
    )
    const { app } = await scene().conversation(ASK)
    await app.send('Make it new')
    const changes = app.approval.getByRole('group', { name: 'Changes' })
    await changes.filter({ hasText: 'a.ts' }).waitFor()
    expect(await changes.getByRole('paragraph').allInnerTexts()).toHaveLength(4)
    expect(await changes.locator('mark').allInnerTexts()).toEqual([])
    expect(await app.tool('read_file').count()).toBe(0)
    await app.page.getByText('Read 1 file, searched once, listed 1 folder').click()
    expect(await app.tool('read_file').textContent()).toContain('2 lines')
    expect(readFileSync(fileOf('a.ts'), 'utf8')).toBe('one\nold\n')
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'Changed.' }).waitFor()
    expect(readFileSync(fileOf('a.ts'), 'utf8')).toBe('one\nnew\n')
    const card = app.tool('edit_file')
    expect(await card.textContent()).toContain('+1 −1')
    await app.openCard(card)
    await card.getByRole('group', { name: 'Changes' }).filter({ hasText: 'new' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('T41 an image that the agent reads goes to the model and is shown in the card of the call', async () => {
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

  test('a file changed while approval was pending is not touched, and the agent gets an error', async () => {
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
    await app.openCard(app.tool('edit_file'))
    await app.tool('edit_file').filter({ hasText: 'has changed since' }).waitFor()
    expect(model.complaints).toEqual([])
  })

  test('for a file that changes while the card waits: the card says so, and if allowed anyway the agent gets an error', async () => {
    const { model } = scene()
    writeFileSync(fileOf('a.ts'), 'one\nold\n')
    model.enqueue(message([PATCH]), message([text('I look again.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Make it new')
    await app.approval.getByRole('group', { name: 'Changes' }).waitFor()
    writeFileSync(fileOf('a.ts'), 'mine\nold\n')
    await app.approval.filter({ hasText: 'a.ts has changed since the agent asked' }).waitFor()
    expect(await app.approval.getByRole('group', { name: 'Changes' }).count()).toBe(0)
    writeFileSync(fileOf('a.ts'), 'one\nold\n')
    await app.approval.getByRole('group', { name: 'Changes' }).waitFor()
    writeFileSync(fileOf('a.ts'), 'mine again\nold\n')
    await app.approval.filter({ hasText: 'has changed since' }).waitFor()
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'I look again.' }).waitFor()
    expect(readFileSync(fileOf('a.ts'), 'utf8')).toBe('mine again\nold\n')
    expect(JSON.stringify(model.requests[1]?.body)).toContain('"is_error":true')
    expect(model.complaints).toEqual([])
  })

  test('a patch of several files shows changed lines and words, new files and removed ones, and writes nothing until allowed', async () => {
    const { model } = scene()
    writeFileSync(fileOf('a.ts'), 'one\nconst limit = 3\n')
    writeFileSync(fileOf('gone.ts'), 'away\n')
    const changes = change(
      edit('a.ts', 'const limit = 3', 'const limit = 5'),
      { type: 'create', path: 'new.ts', text: 'fresh\n' },
      { type: 'delete', path: 'gone.ts' },
    )
    model.enqueue(message([changes]), message([text('All three.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('Change them')
    const shown = app.approval.getByRole('group', { name: 'Changes' })
    await shown.waitFor()
    expect(await shown.locator('mark').allInnerTexts()).toEqual(['3', '5'])
    const words = (await shown.innerText()).replace(/\s+/g, ' ')
    for (const part of ['new.ts new', 'gone.ts deleted', '2 − const limit = 3', 'away', 'fresh'])
      expect(words).toContain(part)
    expect(existsSync(fileOf('new.ts'))).toBe(false)
    await app.button('Allow once').click()
    await app.answers.filter({ hasText: 'All three.' }).waitFor()
    expect([existsSync(fileOf('new.ts')), existsSync(fileOf('gone.ts'))]).toEqual([true, false])
    expect(model.complaints).toEqual([])
  })

  test.each([
    [800, 500],
    [480, 400],
  ])(
    'a long diff scrolls in the card, with the buttons in view at %d x %d',
    async (width, height) => {
      const { model } = scene()
      const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} of a long file\n`)
      model.enqueue(message([call('write_file', { path: 'long.txt', content: lines.join('') })]))
      const { app } = await scene().conversation(ASK)
      await app.page.setViewportSize({ width, height })
      await app.send('Make it')
      const region = app.page.getByRole('region', { name: 'Tool call' })
      await region.filter({ hasText: 'long.txt' }).waitFor()
      await region.filter({ hasText: /more lines? (is|are) not shown here/ }).waitFor()
      for (const name of ['Allow once', 'Deny', 'Stop']) {
        const box = await app.button(name).boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(0)
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
      const [seen, all] = await region.evaluate((box) => [box.clientHeight, box.scrollHeight])
      expect(seen).toBeLessThan(all ?? 0)
      await app.approval.getByRole('button', { name: /^Show [\d,]+ more lines$/ }).click()
      await region.filter({ hasText: 'line 1500 of' }).waitFor()
    },
  )

  test('files outside, or with secrets, need approval even to be read', async () => {
    const { model } = scene()
    writeFileSync(fileOf('.env'), 'TOKEN=1\n')
    const outside = join(freshFolder('outside'), 'notes')
    writeFileSync(outside, 'Elsewhere.\n')
    model.enqueue(
      message([call('read_file', { path: '.env' })]),
      message([call('read_file', { path: outside })]),
      message([text('Not read.')]),
    )
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'auto' } })
    await app.send('Read them')
    for (const reason of ['may hold secrets', 'outside this conversation’s folder']) {
      await app.approval.filter({ hasText: reason }).waitFor()
      await app.button('Deny').click()
    }
    await app.answers.filter({ hasText: 'Not read.' }).waitFor()
    expect(model.complaints).toEqual([])
  })
})
