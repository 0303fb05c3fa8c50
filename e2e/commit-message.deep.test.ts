import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('a commit', (scene) => {
  test('a message that a hook refuses is there again, and one that a draft replaced comes back with Undo', async () => {
    const { folder, model } = scene()
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder })
    writeFileSync(join(folder, '.git/hooks/pre-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    writeFileSync(join(folder, 'a.ts'), 'one\n')
    const { app } = await scene().conversation()
    const dialog = app.page.getByRole('dialog', { name: 'Review changes' })
    const openForm = async (): Promise<void> => {
      await app.button('More').click()
      await app.button('Review changes').first().click()
      await dialog.getByRole('radio', { name: 'Folder' }).check()
      await dialog.getByRole('button', { name: 'Commit…' }).click()
    }
    const field = dialog.getByRole('textbox', { name: 'Commit message' })
    await openForm()
    await field.fill('Don’t lose "this"\n\nIt\'s long.')
    await dialog.getByRole('button', { name: 'Commit', exact: true }).click()
    await app.ownCommand('git commit').filter({ hasText: 'exit 1' }).waitFor()
    await openForm()
    expect(await field.inputValue()).toBe('Don’t lose "this"\n\nIt\'s long.')
    model.enqueue(message([text('Drafted')]))
    await dialog.getByRole('button', { name: 'Draft message' }).click()
    await expect.poll(() => field.inputValue()).toBe('Drafted')
    await field.press('ControlOrMeta+z')
    await expect.poll(() => field.inputValue()).toContain('Don’t lose "this"')
  })
})
