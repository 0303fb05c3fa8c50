import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { isFocused } from './support/focus.ts'

describeInBrowser('keys in the review of changes', (scene) => {
  test('the line of a comment takes the focus that leaves it, by Esc or by its removal', async () => {
    const { folder, model } = scene()
    writeFileSync(join(folder, 'a.ts'), 'one\ntwo\n')
    const edits = [edit('a.ts', 'one', 'ONE'), edit('a.ts', 'two', 'TWO')]
    model.enqueue(message([change(...edits)]), message([text('Done.')]))
    const { app } = await scene().conversation({ environment: { PHOENIX_PERMISSIONS: 'auto' } })
    const { keyboard } = app.page
    const dialog = app.page.getByRole('dialog', { name: 'Review changes' })
    const line = (at: number): Locator =>
      dialog.getByRole('button', { name: `Comment on line ${at}`, exact: true })
    const remove = (at: number): Locator =>
      dialog.getByRole('button', { name: `Remove comment on a.ts:${at}` })
    const comment = async (at: number): Promise<void> => {
      await line(at).press('Enter')
      await keyboard.type('Lower case.')
      await remove(at).waitFor()
    }
    await app.send('Change both lines')
    await app.answers.filter({ hasText: 'Done.' }).waitFor()
    await app.button('Review changes').click()
    await comment(1)
    await keyboard.press('Escape')
    await expect.poll(() => isFocused(line(1))).toBe(true)
    await dialog.getByRole('button', { name: 'Remove comment', exact: true }).press('Enter')
    await expect.poll(() => isFocused(line(1))).toBe(true)
    await comment(1)
    await comment(2)
    await remove(1).press('Enter')
    await expect.poll(() => isFocused(remove(2))).toBe(true)
  })
})
