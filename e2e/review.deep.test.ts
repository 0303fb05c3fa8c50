import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import type { App } from './app.ts'
import { bash, change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import type { Scene } from './scene.ts'
import { describeInBrowser } from './setup.ts'
import { violations } from './support/violations.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }

function dialog(app: App): Locator {
  return app.page.getByRole('dialog', { name: 'Review changes' })
}

function file(app: App, name: string): Locator {
  return dialog(app).getByRole('region', { name, exact: true })
}

function git(folder: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

async function open(app: App): Promise<void> {
  await app.button('More').click()
  await app.button('Review changes').first().click()
  await dialog(app).waitFor()
}

async function comment(app: App, name: string, line: string, words: string): Promise<void> {
  await file(app, name)
    .getByRole('button', { name: `Comment on ${line}`, exact: true })
    .click()
  await app.page.keyboard.type(words)
}

describeInBrowser('review of changes', (scene) => {
  const write = (name: string, content: string): void =>
    writeFileSync(join(scene().folder, name), content)

  /** Two turns that each edit the same file, and another file in the second. */
  async function twoTurns(at: Scene): Promise<App> {
    write('a.ts', 'one\ntwo\nthree\n')
    at.model.enqueue(
      message([change(edit('a.ts', 'one', 'ONE'))]),
      message([text('First done.')]),
      message([
        change(edit('a.ts', 'three', 'THREE'), { type: 'create', path: 'b.ts', text: 'b\n' }),
      ]),
      message([text('Second done.')]),
    )
    const { app } = await at.conversation(AUTO)
    for (const [question, answer] of [
      ['Change the first line', 'First done.'],
      ['Now the third', 'Second done.'],
    ] as const) {
      await app.send(question)
      await app.answers.filter({ hasText: answer }).waitFor()
      await app.expectStatus('Idle')
    }
    return app
  }

  test('a turn and the whole conversation are each one difference; comments are kept and sent as one message', async () => {
    const { model } = scene()
    const app = await twoTurns(scene())
    await app.button('Review changes').last().click()
    await file(app, 'b.ts').waitFor()
    await expect.poll(() => file(app, 'a.ts').textContent()).toContain('THREE')
    expect(await file(app, 'a.ts').textContent()).toContain('+1 −1')
    await dialog(app).getByRole('radio', { name: 'Conversation' }).check()
    await expect.poll(() => file(app, 'a.ts').textContent()).toContain('+2 −2')

    await comment(app, 'a.ts', 'removed line 1', 'Keep this one.')
    await comment(app, 'b.ts', 'line 1', 'Why this file?')
    await app.page.keyboard.press('Escape')
    expect(await dialog(app).isVisible()).toBe(true)
    await dialog(app).getByRole('button', { name: 'Close' }).click()
    await dialog(app).waitFor({ state: 'detached' })

    await app.page.reload()
    await app.page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.innerText.includes('not among')) Object.assign(window, { isMissed: true })
      }).observe(document.body, { childList: true, subtree: true })
    })
    await open(app)
    const list = dialog(app).getByRole('list', { name: 'Comments' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
    await file(app, 'b.ts').getByRole('textbox', { name: 'Comment on b.ts:1' }).waitFor()
    // Nor while the changes were being read.
    expect(await app.page.evaluate('window.isMissed === true')).toBe(false)
    model.enqueue(message([text('I see.')]))
    await dialog(app).getByRole('button', { name: 'Send comments' }).click()
    await dialog(app).waitFor({ state: 'detached' })
    await app.answers.filter({ hasText: 'I see.' }).waitFor()
    const said = [
      'Comments on the changes:',
      'a.ts:1 (removed line)\n> one\nKeep this one.',
      'b.ts:1\n> b\nWhy this file?',
    ].join('\n\n')
    expect(JSON.stringify(model.requests.at(-1))).toContain(JSON.stringify(said).slice(1, -1))

    await open(app)
    await file(app, 'b.ts').waitFor()
    expect(await list.count()).toBe(0)
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('comments of two windows come together', async ({ skip }) => {
    const app = await twoTurns(scene())
    skip(app.page.context().browser() === null, 'Electron has one window')
    const other = await app.secondTab()
    await open(app)
    await open(other)
    await file(other, 'b.ts').waitFor()
    await comment(app, 'a.ts', 'line 1', 'Lower case.')
    await dialog(app).getByRole('button', { name: 'Close' }).click()
    await comment(other, 'b.ts', 'line 1', 'Why this file?')
    const texts = (each: App) => () =>
      dialog(each).getByRole('list', { name: 'Comments' }).locator('.text').allTextContents()
    await expect.poll(texts(other)).toEqual(['Why this file?', 'Lower case.'])
    await open(app)
    await expect.poll(texts(app)).toEqual(['Lower case.', 'Why this file?'])
    await dialog(app).getByRole('button', { name: 'Remove comment on a.ts:1' }).click()
    await dialog(app).getByRole('button', { name: 'Close' }).click()
    await app.page.reload()
    await open(app)
    await expect.poll(texts(app)).toEqual(['Why this file?'])
    expect(app.complaints).toEqual([])
  })

  test('the folder is compared with the last commit: changes by commands and people are included', async () => {
    const { folder, model } = scene()
    git(folder, 'init', '-q', '-b', 'main')
    write('a.ts', 'one\n')
    write('old.ts', 'as it was\n')
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '-m', 'First')
    git(folder, 'mv', 'old.ts', 'new.ts')
    model.enqueue(message([bash('printf two > made.txt')]), message([text('Made.')]))
    const { app } = await scene().conversation(AUTO)
    await app.send('Make a file by a command')
    await app.answers.filter({ hasText: 'Made.' }).waitFor()
    write('a.ts', 'mine\n')
    await open(app)
    await dialog(app)
      .getByText(/These files changed in the meantime: .*made\.txt/)
      .waitFor()
    await dialog(app).getByRole('radio', { name: 'Folder' }).check()
    await expect.poll(() => file(app, 'made.txt').textContent()).toContain('two')
    expect(await file(app, 'a.ts').textContent()).toContain('mine')
    expect(await file(app, 'new.ts').innerText()).toMatch(/^old\.ts → new\.ts\s+renamed\s*$/)
    rmSync(join(folder, '.git'), { recursive: true })
    await dialog(app).getByRole('button', { name: 'Refresh' }).click()
    await dialog(app).getByRole('alert').filter({ hasText: 'not in a git repository' }).waitFor()
    expect(app.complaints).toEqual([])
  })

  test('a file in conflict is named so, and nothing is committed until it is resolved', async () => {
    const { folder } = scene()
    const mine = (...args: readonly string[]): void =>
      git(folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args)
    mine('init', '-q', '-b', 'main')
    write('a.ts', 'one\n')
    mine('add', '.')
    mine('commit', '-q', '-m', 'First')
    mine('checkout', '-q', '-b', 'other')
    write('a.ts', 'two\n')
    mine('commit', '-q', '-a', '-m', 'Other')
    mine('checkout', '-q', 'main')
    write('a.ts', 'three\n')
    mine('commit', '-q', '-a', '-m', 'Main')
    expect(() => mine('merge', 'other')).toThrow('merge other')
    const { app } = await scene().conversation(AUTO)
    await open(app)
    await dialog(app).getByRole('radio', { name: 'Folder' }).check()
    await file(app, 'a.ts').getByText('conflicted').waitFor()
    await dialog(app).getByText('Resolve the conflicts before you commit.').waitFor()
    const commit = dialog(app).getByRole('button', { name: 'Commit…' })
    expect(await commit.isDisabled()).toBe(true)
    write('a.ts', 'both\n')
    git(folder, 'add', 'a.ts')
    await dialog(app).getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => commit.isEnabled()).toBe(true)
  })

  test('the folder is committed with a message that the model drafted and a person changed, only at the click', async () => {
    const { folder, model } = scene()
    git(folder, 'init', '-q', '-b', 'main')
    for (const [name, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.org'],
    ] as const)
      git(folder, 'config', name, value)
    write('a.ts', 'one\n')
    git(folder, 'add', '.')
    git(folder, 'commit', '-q', '-m', 'First')
    write('a.ts', 'two\n')
    write('new.ts', 'new\n')
    const log = (): string =>
      execFileSync('git', ['log', '--format=%B', '--name-only', '-1'], { cwd: folder }).toString()
    const { app } = await scene().conversation(AUTO)
    await open(app)
    const commit = dialog(app).getByRole('button', { name: 'Commit…' })
    expect(await commit.count()).toBe(0)
    await dialog(app).getByRole('radio', { name: 'Folder' }).check()
    await commit.click()
    model.enqueue(message([text('Say "two", don’t say one\n\nIt\'s clearer.')]))
    await dialog(app).getByRole('button', { name: 'Draft message' }).click()
    const field = dialog(app).getByRole('textbox', { name: 'Commit message' })
    await expect.poll(() => field.inputValue()).toContain("It's clearer.")
    expect(JSON.stringify(model.requests.at(-1)?.body)).toMatch(/-one.*\+two/)
    expect(await violations(app.page)).toEqual([])
    expect(log()).toContain('First')
    await field.press('End')
    await field.pressSequentially(' Signed, me')
    await dialog(app).getByRole('button', { name: 'Commit', exact: true }).click()
    await dialog(app).waitFor({ state: 'detached' })
    await expect.poll(log).toContain('Say "two", don’t say one')
    expect(log()).toMatch(/It's clearer\.[\s\S]*a\.ts\nnew\.ts/)
    expect(log()).toContain('Signed, me')
    await app.page.getByText('2 files changed').waitFor()
    expect(app.complaints).toEqual([])
  })

  test('comments written while the agent works wait until it is idle', async () => {
    const { model } = scene()
    const app = await twoTurns(scene())
    model.enqueue(
      message([bash('read line < gate')]),
      message([text('Through.')]),
      message([text('Read.')]),
    )
    execFileSync('mkfifo', [join(scene().folder, 'gate')])
    await app.send('Wait')
    await app.tool('bash').waitFor()
    await app.button('Review changes').first().click()
    await comment(app, 'a.ts', 'line 1', 'Lower case.')
    await dialog(app).getByRole('button', { name: 'Send comments' }).click()
    await app.waitingMessage('Lower case.').waitFor()
    write('gate', '\n')
    await app.answers.filter({ hasText: 'Read.' }).waitFor()
    expect(JSON.stringify(model.requests.at(-1))).toContain('a.ts:1\\n> ONE\\nLower case.')
  })

  test('20,000 lines keep the page small, and keys lead to every line', async () => {
    const { folder } = scene()
    git(folder, 'init', '-q', '-b', 'main')
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n + 1} ${'word '.repeat(8)}`)
    write('big.txt', lines.join('\n'))
    const { app } = await scene().conversation(AUTO)
    await open(app)
    await dialog(app).getByRole('radio', { name: 'Folder' }).check()
    const first = file(app, 'big.txt').getByRole('button', { name: 'Comment on line 1' })
    await first.first().waitFor()
    expect(await app.page.locator('*').count()).toBeLessThan(5_000)
    await first.first().focus()
    await app.page.keyboard.press('ArrowDown')
    await app.page.keyboard.press('ArrowDown')
    await app.page.keyboard.press('Enter')
    await app.page.keyboard.type('Three')
    await dialog(app).getByRole('textbox', { name: 'Comment on big.txt:3' }).waitFor()
    await file(app, 'big.txt').evaluate((section) => section.lastElementChild?.scrollIntoView())
    await file(app, 'big.txt')
      .getByRole('button', { name: 'Comment on line 20000', exact: true })
      .waitFor()
    expect(await app.page.locator('*').count()).toBeLessThan(5_000)
  })

  test('its dialog says that Phoenix cannot be reached, which the page behind it cannot', async () => {
    scene().model.enqueue(message([text('Hello.')]))
    const { app, host } = await scene().conversation({ own: true })
    await app.send('Say hello')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await open(app)
    await host.kill()
    const said = dialog(app).getByRole('alert').filter({ hasText: 'Can’t reach Phoenix' })
    await said.waitFor()
    await said.getByRole('button', { name: 'Reconnect' }).waitFor()
  })
})
