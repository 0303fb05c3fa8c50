import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

const ASK = { environment: { PHOENIX_PERMISSIONS: 'ask' } }

describeInBrowser('rules', (scene) => {
  test('a chosen prefix allows the next command of its kind, not a disguised one; removed in Settings, it asks again', async () => {
    const { model, folder } = scene()
    writeFileSync(join(folder, 'make.sh'), 'echo "$@" >> made\n')
    model.enqueue(message([bash('sh make.sh one')]), message([text('First.')]))
    const { app } = await scene().conversation(ASK)
    await app.send('One')
    const choice = app.page.getByRole('combobox', { name: 'What to always allow' })
    await choice.selectOption('sh make.sh …')
    await app.approval.filter({ hasText: 'begins with “sh make.sh”' }).waitFor()
    await app.button('Always allow here').click()
    await app.answers.filter({ hasText: 'First.' }).waitFor()

    model.enqueue(message([bash('sh make.sh two --three')]), message([text('Second.')]))
    await app.send('Two')
    await app.answers.filter({ hasText: 'Second.' }).waitFor()
    expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('one\ntwo --three\n')

    model.enqueue(message([bash('sh make.sh four; echo no > sneaked')]))
    await app.send('Three')
    await app.expectStatus('Needs your approval: Run sh make.sh four; echo no > sneaked')
    expect(await choice.count()).toBe(0)
    model.enqueue(message([text('Third.')]))
    await app.button('Deny').click()
    await app.answers.filter({ hasText: 'Third.' }).waitFor()
    expect(existsSync(join(folder, 'sneaked'))).toBe(false)

    await app.button('Settings').click()
    const rule = app.page.getByRole('listitem').filter({ hasText: 'sh make.sh' })
    await rule.filter({ hasText: 'bash, every command that begins with these words' }).waitFor()
    await app.button('Remove the rule sh make.sh …').click()
    await app.page.getByText('No rules yet.').waitFor()
    expect(await app.page.locator(':focus').textContent()).toBe('Rules')
    await app.button('Close').click()
    model.enqueue(message([bash('sh make.sh five')]))
    await app.send('Four')
    await app.expectStatus('Needs your approval: Run sh make.sh five')
    expect(model.complaints).toEqual([])
  })

  test.each([
    [800, 500],
    [480, 400],
  ])(
    'a prefix rule is chosen with all buttons in view at %d x %d, also by keyboard',
    async (width, height) => {
      const { model } = scene()
      model.enqueue(message([bash(`echo ${'a-word-of-a-long-command '.repeat(40)}end`)]))
      const { app } = await scene().conversation(ASK)
      await app.page.setViewportSize({ width, height })
      await app.send('Make it')
      const choice = app.page.getByRole('combobox', { name: 'What to always allow' })
      await choice.waitFor()
      await choice.focus()
      await app.page.keyboard.press('ArrowDown')
      await app.approval.filter({ hasText: 'begins with “echo a-word' }).waitFor()
      const buttons = ['Allow once', 'Always allow here', 'Deny', 'Stop']
      for (const place of [...buttons.map((name) => app.button(name)), choice, app.message]) {
        const box = await place.boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(0)
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
    },
  )
})
