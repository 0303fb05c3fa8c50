import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { focused } from './support/focus.ts'
import { violations } from './support/violations.ts'

describeInBrowser('the files of the folder', (scene) => {
  test('that has none are said to be none', async () => {
    const { app } = await scene().conversation()
    await app.message.pressSequentially('/files')
    await app.page.getByRole('option', { name: '/files' }).waitFor()
    await app.page.keyboard.press('Enter')
    await app.page.getByRole('dialog').getByText('This folder has no files.').waitFor()
    expect(await violations(app.page)).toEqual([])
  })

  test("are viewed with the keyboard only, with the agent's changes marked, and a long one in parts", async () => {
    const { folder, model } = scene()
    mkdirSync(join(folder, 'src'))
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'dist', 'built.js'), 'built')
    writeFileSync(join(folder, '.gitignore'), 'dist\n')
    writeFileSync(
      join(folder, 'long.txt'),
      Array.from({ length: 60_000 }, (_, n) => `line ${n + 1}`).join('\n'),
    )
    execFileSync('git', ['init', '-q'], { cwd: folder })
    model.enqueue(
      message([call('write_file', { path: 'src/made.ts', content: 'const a = 1\nconst b = 2\n' })]),
      message([text('Made.')]),
    )
    const { app } = await scene().conversation({
      environment: { PHOENIX_PERMISSIONS: 'auto' },
      own: true,
    })
    const { page } = app
    await app.send('Make it')
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    await app.message.pressSequentially('/files')
    await app.page.getByRole('option', { name: '/files' }).waitFor()
    await page.keyboard.press('Enter')
    const tree = page.getByRole('tree', { name: 'Files of the folder' })
    await tree.getByRole('treeitem', { name: /src ?, changed by the agent/ }).waitFor()
    expect(await tree.getByRole('treeitem').count()).toBe(3)
    expect(await focused(app)).toBe('Files of the folder')
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key)
      await tree.getByRole('treeitem', { name: 'made.ts' }).waitFor()
    }
    const lines = page.getByRole('region', { name: 'Lines of src/made.ts' })
    await lines.getByText('const b = 2').waitFor()
    expect(await lines.getByText('added by the agent').count()).toBe(2)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const long = page.getByRole('region', { name: 'Lines of long.txt' })
    await long.getByText('line 1', { exact: true }).waitFor()
    await expect
      .poll(async () => {
        await long.evaluate((box) => box.scrollTo(0, box.scrollHeight))
        return long.getByText('line 60000', { exact: true }).count()
      })
      .toBe(1)
    expect(await long.locator('.line').count()).toBeLessThan(150)
    await page.keyboard.press('Escape')
    await tree.waitFor({ state: 'detached' })
    expect(app.complaints).toEqual([])
  })
})
