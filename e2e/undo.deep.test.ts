import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { shellQuote } from '../src/main/adapters/processes/spawn/shell-quote.ts'
import type { App } from './app.ts'
import { edit } from '../src/main/adapters/tools/changing.fixture.ts'
import { bash, change, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { focused } from './support/focus.ts'
import { freshFolder } from './support/host.ts'
import { describeInBrowser } from './setup.ts'

const AUTO = { environment: { PHOENIX_PERMISSIONS: 'auto' } }
const UNDO_TURN = 'Undo edits to 2 files'
const OF_TURN = 'Undo the edits of this turn'

function dialog(app: App, name: string): Locator {
  return app.page.getByRole('dialog', { name, exact: true })
}

async function confirm(app: App, name: string): Promise<void> {
  await dialog(app, name).getByRole('button', { name: 'Undo', exact: true }).click()
  await dialog(app, name).waitFor({ state: 'detached' })
}

/** Everything in a folder, with contents and modification times. */
function snapshot(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return new Map(
    files.map((name) => {
      const path = join(folder, name)
      return [name, `${readFileSync(path, 'latin1')} ${statSync(path).mtimeMs}`]
    }),
  )
}

function differing(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].filter((name) => one.get(name) !== other.get(name)).toSorted()
}

describeInBrowser("undo of the agent's writes", (scene) => {
  const pathOf = (name: string): string => join(scene().folder, name)
  const textOf = (name: string): string => readFileSync(pathOf(name), 'utf8')

  test('a turn of two patches is undone and redone, the model is notified, and a reload keeps it', async () => {
    const { model } = scene()
    writeFileSync(pathOf('a.ts'), 'one\r\nold\r\n')
    model.enqueue(
      message([change(edit('a.ts', 'old', 'new'))]),
      message([change(edit('a.ts', 'one', 'two'), { type: 'create', path: 'b.ts', text: 'b\n' })]),
      message([text('Changed.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Make it new')
    await app.answers.filter({ hasText: 'Changed.' }).waitFor()
    await app.expectStatus('Idle')
    expect(textOf('a.ts')).toBe('two\r\nnew\r\n')
    await app.button(UNDO_TURN).click()
    const list = (name: string): Locator => dialog(app, OF_TURN).getByRole('list', { name })
    await list('Will be changed back').waitFor()
    expect(await list('Will be changed back').getByRole('listitem').allTextContents()).toEqual([
      'a.ts',
    ])
    expect(await list('Will be deleted').getByRole('listitem').allTextContents()).toEqual(['b.ts'])
    await expect.poll(() => focused(app)).toMatch(/^\s*Undo\s*$/)
    expect(textOf('a.ts')).toBe('two\r\nnew\r\n')
    await confirm(app, OF_TURN)
    expect(textOf('a.ts')).toBe('one\r\nold\r\n')
    expect(existsSync(pathOf('b.ts'))).toBe(false)
    await app.page.getByText('You undid the edits of a.ts and b.ts.').waitFor()
    expect(await app.button(UNDO_TURN).count()).toBe(0)
    expect(await app.tool('edit_file').first().textContent()).toContain('Undone')

    await app.page.reload()
    await app.page.getByText('You undid the edits of a.ts and b.ts.').waitFor()
    await app.button('Undo').click()
    await confirm(app, 'Revert this undo')
    expect([textOf('a.ts'), textOf('b.ts')]).toEqual(['two\r\nnew\r\n', 'b\n'])
    await app.page.getByText('You reverted the undo of a.ts and b.ts.').waitFor()
    await app.button(UNDO_TURN).waitFor()

    model.enqueue(message([text('I see.')]))
    await app.send('And now?')
    await app.answers.filter({ hasText: 'I see.' }).waitFor()
    const said = JSON.stringify(model.requests.at(-1))
    expect(said).toMatch(/The user undid your edits of a\.ts and b\.ts.*reverted an undo.*And now/)
    expect(model.complaints).toEqual([])
  })

  test('a single edit is undone from its card; files changed since are named and not touched', async () => {
    const { model } = scene()
    writeFileSync(pathOf('a.ts'), 'old\n')
    writeFileSync(pathOf('b.ts'), 'old\n')
    model.enqueue(
      message([change(edit('a.ts', 'old', 'new'), edit('b.ts', 'old', 'new'))]),
      message([text('Changed.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Make it new')
    await app.answers.filter({ hasText: 'Changed.' }).waitFor()
    writeFileSync(pathOf('a.ts'), 'mine\n')
    await app.openCard(app.tool('apply_patch'))
    await app.button('Undo this edit').click()
    const left = dialog(app, 'Undo this edit').getByRole('list', { name: 'Stays as it is' })
    expect(await left.textContent()).toContain('a.ts It has changed since.')
    await confirm(app, 'Undo this edit')
    expect([textOf('a.ts'), textOf('b.ts')]).toEqual(['mine\n', 'old\n'])
    await app.page.getByText('You undid the edits of b.ts.').waitFor()
    // Requesting the skipped file again reports the same reason.
    await app.button('Undo this edit').click()
    await dialog(app, 'Undo this edit').getByText('No file can be restored.').waitFor()
    expect(
      await dialog(app, 'Undo this edit').getByRole('button', { name: 'Undo' }).isDisabled(),
    ).toBe(true)
    await app.page.keyboard.press('Escape')
    expect(model.complaints).toEqual([])
  })

  test('R27 a restore touches only what tools wrote and nobody changed since, never by git; it is kept outside, undoable, and names what bash changed', async () => {
    const { folder, model } = scene()
    execFileSync('git', ['init', '-q', folder])
    for (const name of ['a.ts', 'b.ts', 'mine.ts', 'staged.ts'])
      writeFileSync(pathOf(name), 'old\n')
    writeFileSync(pathOf('untracked.txt'), 'precious\n')
    execFileSync('git', ['-C', folder, 'add', 'staged.ts'])
    const tools = freshFolder('spied-git')
    const called = join(tools, 'called')
    mkdirSync(tools, { recursive: true })
    writeFileSync(join(tools, 'git'), `#!/bin/sh\necho "$@" >> ${shellQuote(called)}\nexit 1\n`)
    chmodSync(join(tools, 'git'), 0o755)
    model.enqueue(
      message([
        change(edit('a.ts', 'old', 'new'), edit('b.ts', 'old', 'new')),
        bash('git version; echo built > out.log; echo bash >> mine.ts'),
      ]),
      message([text('Changed.')]),
    )
    const PATH = `${tools}:${process.env['PATH'] ?? ''}`
    // Without the sandbox, so every call of git is caught, whoever makes it.
    const environment = { ...AUTO.environment, PATH, PHOENIX_SANDBOX: 'off' }
    const { app } = await scene().conversation({ own: true, environment })
    await app.send('Make it new')
    await app.answers.filter({ hasText: 'Changed.' }).waitFor()
    await app.expectStatus('Idle')
    // The spy records every call of git: so far one, by bash.
    expect(readFileSync(called, 'utf8')).toBe('version\n')
    writeFileSync(pathOf('b.ts'), 'mine since\n')
    const before = snapshot(folder)
    await app.button(UNDO_TURN).click()
    const asked = dialog(app, OF_TURN)
    const left = asked.getByRole('list', { name: 'Stays as it is' })
    expect(await left.textContent()).toContain('b.ts It has changed since.')
    const uncovered = asked.getByRole('list', { name: 'Not covered' })
    const names = await uncovered.getByRole('listitem').allTextContents()
    expect(names).toContain('mine.ts')
    expect(names).toContain('out.log')
    expect(differing(before, snapshot(folder))).toEqual([])
    await confirm(app, OF_TURN)
    expect(differing(before, snapshot(folder))).toEqual(['a.ts'])
    expect(textOf('a.ts')).toBe('old\n')

    await app.button('Undo').click()
    await confirm(app, 'Revert this undo')
    expect(textOf('a.ts')).toBe('new\n')
    expect(differing(before, snapshot(folder))).toEqual(['a.ts'])
    expect(readFileSync(called, 'utf8')).toBe('version\n')
    expect(model.complaints).toEqual([])
  })

  test('R27 restoring to an answer resets files and conversation; a file that a command created is named and stays', async () => {
    const { model } = scene()
    writeFileSync(pathOf('a.ts'), 'old\n')
    writeFileSync(pathOf('mine.ts'), 'mine\n')
    model.enqueue(
      message([text('Ready.')]),
      message([change(edit('a.ts', 'old', 'new'), { type: 'create', path: 'b.ts', text: 'b\n' })]),
      message([bash('echo made > made.txt')]),
      message([text('Changed.')]),
    )
    const { app } = await scene().conversation(AUTO)
    await app.send('Look at it')
    await app.answers.filter({ hasText: 'Ready.' }).waitFor()
    await app.expectStatus('Idle')
    await app.send('Make it new')
    await app.answers.filter({ hasText: 'Changed.' }).waitFor()
    await app.expectStatus('Idle')
    expect(textOf('a.ts')).toBe('new\n')
    await app.answers.first().getByRole('button', { name: 'More actions' }).press('Enter')
    await app.button('Restore to here').press('Enter')
    const restoring = dialog(app, 'Restore to here')
    await restoring.getByText('Since then a command ran').waitFor()
    expect(await restoring.getByRole('list', { name: 'Will be deleted' }).innerText()).toContain(
      'b.ts',
    )
    expect(await restoring.getByRole('list', { name: 'Not covered' }).innerText()).toContain(
      'made.txt',
    )
    await restoring.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
    await restoring.waitFor({ state: 'detached' })
    expect(textOf('a.ts')).toBe('old\n')
    expect(existsSync(pathOf('b.ts'))).toBe(false)
    expect([textOf('mine.ts'), textOf('made.txt')]).toEqual(['mine\n', 'made\n'])
    model.enqueue(message([text('On it.')]))
    await app.send('Go on')
    await app.answers.filter({ hasText: 'On it.' }).waitFor()
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    expect(sent).toContain('Ready.')
    expect(sent).not.toContain('Make it new')
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })

  test('a person restores to before one of their messages, with the files as they were then; also before the very first', async () => {
    const { model } = scene()
    writeFileSync(pathOf('a.ts'), 'old\n')
    const change1 = message([change(edit('a.ts', 'old', 'new'))])
    const change2 = message([change(edit('a.ts', 'new', 'newest'))])
    model.enqueue(change1, message([text('Once.')]), change2, message([text('Twice.')]))
    const { app } = await scene().conversation(AUTO)
    for (const [words, answer] of [
      ['Make it new', 'Once.'],
      ['Make it newest', 'Twice.'],
    ] as const) {
      await app.send(words)
      await app.answers.filter({ hasText: answer }).waitFor()
      await app.expectStatus('Idle')
    }
    const restoring = dialog(app, 'Restore to before this')
    const restore = async (words: string): Promise<void> => {
      const said = app.page.getByRole('article', { name: 'You' }).filter({ hasText: words })
      await said.getByRole('button', { name: 'More actions' }).press('Enter')
      await app.button('Restore to before this').press('Enter')
      await restoring.getByText('no longer sees this message').waitFor()
      await restoring
        .getByRole('list', { name: 'Will be changed back' })
        .getByText('a.ts')
        .waitFor()
      await restoring.getByRole('button', { name: 'Restore', exact: true }).press('Enter')
      await restoring.waitFor({ state: 'detached' })
    }
    await restore('Make it newest')
    expect(textOf('a.ts')).toBe('new\n')
    model.enqueue(message([text('On it.')]))
    await app.send('Go on')
    await app.answers.filter({ hasText: 'On it.' }).waitFor()
    await app.expectStatus('Idle')
    const sent = JSON.stringify(model.requests.at(-1)?.body['messages'])
    expect([sent.includes('Once.'), sent.includes('newest')]).toEqual([true, false])

    await restore('Make it new')
    expect(textOf('a.ts')).toBe('old\n')
    model.enqueue(message([text('Afresh.')]))
    await app.send('Start again')
    await app.answers.filter({ hasText: 'Afresh.' }).waitFor()
    const last = JSON.stringify(model.requests.at(-1)?.body['messages'])
    expect([last.includes('Start again'), last.includes('Make it new')]).toEqual([true, false])
    expect(model.complaints).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
