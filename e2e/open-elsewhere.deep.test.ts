import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, call, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowserAlone } from './setup.ts'

/** A folder of programs for the PATH. */
class Programs {
  readonly folder = freshFolder('programs')

  /** A program that records its arguments, one per line, and exits. */
  add(name: string): void {
    const path = join(this.folder, name)
    const note = `${path}.started`
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${note}.part'\nmv '${note}.part' '${note}'\n`
    writeFileSync(path, script)
    chmodSync(path, 0o755)
  }

  /** The arguments of its last start; null: it was not started. */
  startedWith(name: string): readonly string[] | null {
    const note = join(this.folder, `${name}.started`)
    return existsSync(note) ? readFileSync(note, 'utf8').trimEnd().split('\n') : null
  }
}

describeInBrowserAlone('opening elsewhere', (scene) => {
  test('a click on a path in answers, output and cards opens the editor at the line, and nothing opens by itself', async () => {
    const programs = new Programs()
    for (const name of ['code', 'xdg-open', 'xdg-terminal-exec']) programs.add(name)
    const { model } = scene()
    const folder = realpathSync(scene().folder)
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/cart.ts'), 'one\ntwo\nthree\n')
    const read = call('read_file', { path: 'src/cart.ts', offset: 2 })
    model.enqueue(
      message([text('I look.'), bash('echo "src/cart.ts:3:1 fails"'), read]),
      message([
        text(
          'See `src/cart.ts:10`, [the cart](src/cart.ts:1) and src/gone.ts:4, not [here](https://a.example/b.ts).',
        ),
      ]),
    )
    const environment = {
      PATH: `${programs.folder}:${process.env['PATH'] ?? ''}`,
      DISPLAY: ':0',
      PHOENIX_PERMISSIONS: 'auto',
    }
    const { app } = await scene().conversation({ own: true, environment })
    await app.send('What fails?')
    const answer = app.answers.filter({ hasText: 'See src/cart.ts:10' })
    await answer.waitFor()
    await app.expectStatus('Idle')
    const path = join(folder, 'src/cart.ts')
    expect(programs.startedWith('code')).toBeNull()

    await answer.getByRole('link', { name: 'src/cart.ts:10' }).click()
    await expect.poll(() => programs.startedWith('code')).toEqual(['--goto', `${path}:10`])
    await app.openCard(app.tool('bash'))
    await app.tool('bash').getByRole('link', { name: 'src/cart.ts:3:1' }).press('Enter')
    await expect.poll(() => programs.startedWith('code')).toEqual(['--goto', `${path}:3`])
    await app.tool('read_file').locator('summary').click()
    await app.tool('read_file').getByRole('link', { name: 'src/cart.ts' }).click()
    await expect.poll(() => programs.startedWith('code')).toEqual(['--goto', `${path}:2`])

    await answer.getByText('the cart (src/cart.ts:1)').waitFor()
    await answer.getByRole('link', { name: 'the cart' }).click()
    await expect.poll(() => programs.startedWith('code')).toEqual(['--goto', `${path}:1`])

    await answer.getByRole('link', { name: 'src/gone.ts:4' }).click()
    await app.page.getByText('src/gone.ts does not exist.').waitFor()
    await app.chooseInMenu('Show the folder in the file manager')
    await expect.poll(() => programs.startedWith('xdg-open')).toEqual([folder])
    await app.chooseInMenu('Open a terminal in the folder')
    await expect.poll(() => programs.startedWith('xdg-terminal-exec')).toEqual([''])
    expect(app.complaints).toEqual([])
  })

  test('the editor is a setting, and Settings say which one is used', async () => {
    const programs = new Programs()
    for (const name of ['code', 'mine']) programs.add(name)
    const { model } = scene()
    model.enqueue(message([text('See `src/cart.ts:10`.')]))
    const folder = realpathSync(scene().folder)
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/cart.ts'), 'one\n')
    const PATH = `${programs.folder}:${process.env['PATH'] ?? ''}`
    const { app } = await scene().conversation({ own: true, environment: { PATH } })
    await app.send('Where?')
    await app.answers.filter({ hasText: 'See src/cart.ts:10.' }).waitFor()
    await app.expectStatus('Idle')
    await app.button('Settings').click()
    await app.page.getByText('In use: Visual Studio Code.').waitFor()
    await app.page.getByRole('textbox', { name: 'Editor' }).fill('mine "+ {line}" {file}')
    await app.closeSettings()
    await app.page.getByRole('link', { name: 'src/cart.ts:10' }).click()
    const path = join(folder, 'src/cart.ts')
    await expect.poll(() => programs.startedWith('mine')).toEqual(['+ 10', path])
    expect(programs.startedWith('code')).toBeNull()
    expect(app.complaints).toEqual([])
  })
})
