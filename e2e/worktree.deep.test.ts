import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { describeInBrowser } from './setup.ts'
import { focused } from './support/focus.ts'
import { violations } from './support/violations.ts'

const BRANCH = 'phoenix/login'
const OWN = { own: true, environment: { PHOENIX_PERMISSIONS: 'auto' } }

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: folder, stdio: 'pipe' }).toString()
}

/** Creates a repository with a commit. */
function begin(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'config', 'user.name', 'Ada')
  git(folder, 'config', 'user.email', 'ada@example.org')
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  writeFileSync(join(folder, '.gitignore'), '.env\nready\n')
  writeFileSync(join(folder, '.worktreeinclude'), '.env\n')
  writeFileSync(join(folder, '.env'), 'PORT=1\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'First')
}

function dialog(app: App): Locator {
  return app.page.getByRole('dialog', { name: 'Worktree' })
}

async function startInWorktree(app: App, folder: string, setup = ''): Promise<void> {
  if ((await app.folder.count()) === 0) await app.button('New conversation').click()
  await app.folder.fill(folder)
  await app.page.getByRole('checkbox', { name: 'Work in a separate git worktree' }).check()
  await app.page.getByRole('textbox', { name: 'Branch' }).fill(BRANCH)
  await app.page.getByRole('textbox', { name: 'Setup command' }).fill(setup)
  expect(await violations(app.page)).toEqual([])
  await app.button('Start conversation').click()
}

describeInBrowser('a worktree of its own', (scene) => {
  const tree = (): string => join(`${scene().folder}-worktrees`, 'phoenix-login')

  /** A conversation in a worktree, in which the agent has committed a change. */
  async function committed(): Promise<App> {
    const { folder, model } = scene()
    begin(folder)
    const app = await scene().window(await scene().host(OWN))
    await startInWorktree(app, folder)
    await app.message.waitFor()
    model.enqueue(
      message([bash('echo two > a.txt && git commit -qam Second && git status -sb')]),
      message([text('Committed.')]),
    )
    await app.send('Commit a change')
    await app.answers.filter({ hasText: 'Committed.' }).waitFor()
    await app.expectStatus('Idle')
    expect(git(tree(), 'log', '-1', '--format=%s')).toBe('Second\n')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n')
    return app
  }

  test('is created with its branch, its ignored files and its setup, shown in list and header, and survives a crash', async () => {
    const { folder, model } = scene()
    begin(folder)
    const host = await scene().host(OWN)
    const app = await scene().window(host)
    await startInWorktree(app, folder, 'cp .env ready')
    await app.message.waitFor()
    await app.button(BRANCH).waitFor()
    expect(readFileSync(join(tree(), '.env'), 'utf8')).toBe('PORT=1\n')
    await expect.poll(() => existsSync(join(tree(), 'ready'))).toBe(true)
    expect(git(tree(), 'branch', '--show-current')).toBe(`${BRANCH}\n`)
    model.enqueue(message([text('Hello.')]))
    await app.send('Fix the login')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    expect(await app.row('Fix the login').textContent()).toContain(BRANCH)
    await host.kill()
    const again = await scene().window(await scene().host({ ...OWN, dataFolder: host.dataFolder }))
    await again.row('Fix the login').filter({ hasText: BRANCH }).click()
    await again.button(BRANCH).waitFor()
    expect(again.complaints).toEqual([])
  })

  test('its commits are merged into its origin; folder and branch are removed, and the conversation continues in the repository', async () => {
    const { folder } = scene()
    const app = await committed()
    await app.button(BRANCH).click()
    await dialog(app).getByText('1 commit that is on no other branch').waitFor()
    expect(await violations(app.page)).toEqual([])
    await dialog(app).getByRole('button', { name: 'Merge into main' }).click()
    await dialog(app).waitFor({ state: 'detached' })
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n')
    expect([existsSync(tree()), git(folder, 'branch', '--list', BRANCH)]).toEqual([false, ''])
    await app.button(BRANCH).waitFor({ state: 'detached' })
    expect(await app.folderGone.count()).toBe(0)
    scene().model.enqueue(message([bash('touch here')]), message([text('There.')]))
    await app.send('Where are you?')
    await app.answers.filter({ hasText: 'There.' }).waitFor()
    expect(existsSync(join(folder, 'here'))).toBe(true)
    expect(app.complaints).toEqual([])
  })

  test('is discarded only after a list of what would be lost, and not while it changes', async () => {
    const { folder } = scene()
    const app = await committed()
    writeFileSync(join(tree(), 'new.txt'), 'new\n')
    await app.button(BRANCH).click()
    await dialog(app).getByRole('button', { name: 'Merge into main' }).click()
    await dialog(app).getByRole('alert').filter({ hasText: 'not committed' }).waitFor()
    const discard = dialog(app).getByRole('button', { name: 'Discard…' })
    await discard.press('Enter')
    await expect.poll(() => focused(app)).toBe('Back')
    expect(await dialog(app).getByText('not committed').count()).toBe(0)
    await app.page.keyboard.press('Enter')
    await expect.poll(() => focused(app)).toMatch('Discard…')
    await app.page.keyboard.press('Enter')
    await dialog(app).getByRole('button', { name: 'Back' }).waitFor()
    // The button that had the focus is gone.
    await expect
      .poll(() => dialog(app).evaluate((open) => open.contains(document.activeElement)))
      .toBe(true)
    const loss = '1 file with uncommitted changes and 1 commit that is on no other branch'
    await dialog(app).getByRole('alert').filter({ hasText: loss }).waitFor()
    writeFileSync(join(tree(), 'late.txt'), 'late\n')
    await dialog(app).getByRole('button', { name: 'Discard and lose this' }).click()
    await dialog(app).getByRole('alert').filter({ hasText: 'changed since you looked' }).waitFor()
    expect(existsSync(join(tree(), 'late.txt'))).toBe(true)
    await dialog(app).getByRole('button', { name: 'Discard…' }).click()
    await dialog(app).getByRole('button', { name: 'Discard and lose this' }).click()
    await dialog(app).waitFor({ state: 'detached' })
    expect([existsSync(tree()), git(folder, 'branch', '--list', BRANCH)]).toEqual([false, ''])
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('a setup command that a killed Phoenix took with it is named at its conversation', async () => {
    const { folder, model } = scene()
    begin(folder)
    model.enqueue(message([text('Hello.')]))
    const host = await scene().host(OWN)
    const app = await scene().window(host)
    await startInWorktree(app, folder, 'sleep 600')
    await app.jobs.filter({ hasText: '1 background job:' }).waitFor()
    await app.send('Fix the login')
    await app.answers.filter({ hasText: 'Hello.' }).waitFor()
    await host.kill()
    const again = await scene().window(await scene().host({ ...OWN, dataFolder: host.dataFolder }))
    await again.row('Fix the login').click()
    await again.jobs.filter({ hasText: 'sleep 600, cut off when Phoenix stopped' }).waitFor()
  })

  test('a setup command that fails at once is named at its conversation, with its output', async () => {
    const { folder } = scene()
    begin(folder)
    const app = await scene().window(await scene().host(OWN))
    await startInWorktree(app, folder, 'echo no lock file; exit 3')
    await app.jobs.filter({ hasText: 'has ended: echo no lock file; exit 3, exit 3' }).click()
    await app.jobs.getByText('no lock file', { exact: true }).waitFor()
  })

  test('an impossible one is refused in the form, and none can be ended while the agent works', async () => {
    const { folder, model } = scene()
    const app = await scene().window(await scene().host(OWN))
    await startInWorktree(app, folder)
    await app.alert.filter({ hasText: 'A worktree needs a git repository' }).waitFor()
    begin(folder)
    await app.button('Start conversation').click()
    await app.message.waitFor()
    execFileSync('mkfifo', [join(tree(), 'gate')])
    model.enqueue(message([bash('read line < gate')]), message([text('Through.')]))
    await app.send('Wait')
    await app.tool('bash').waitFor()
    await app.button(BRANCH).click()
    await dialog(app).getByRole('button', { name: 'Discard…' }).click()
    await dialog(app)
      .getByRole('button', { name: /^Discard/ })
      .click()
    await dialog(app).getByRole('alert').filter({ hasText: 'Something still runs' }).waitFor()
    await dialog(app).getByRole('button', { name: 'Keep' }).click()
    writeFileSync(join(tree(), 'gate'), '\n')
    await app.answers.filter({ hasText: 'Through.' }).waitFor()
    expect(existsSync(tree())).toBe(true)
  })
})
