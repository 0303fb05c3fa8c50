import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failed } from '../../../shared/result.ts'
import { createOpenElsewhere } from './open-elsewhere.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-open-')))
  for (const name of ['work/src', 'bin', 'data', 'home'])
    mkdirSync(join(root, name), { recursive: true })
  for (const name of ['work/src/a.ts', 'data/phoenix.db', 'outside.txt'])
    writeFileSync(join(root, name), 'x')
  symlinkSync(join(root, 'outside.txt'), join(root, 'work/way-out.txt'))
  symlinkSync(join(root, 'data'), join(root, 'work/way-in'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Puts a program on the PATH that records its folder and arguments, one per line, and exits with this code. */
function program(name: string, code = 0): void {
  const note = join(root, `${name}.started`)
  const script = `#!/bin/sh\n{ pwd; env | grep -c SECRET; printf '%s\\n' "$@"; } > '${note}.part'\nmv '${note}.part' '${note}'\nexit ${code}\n`
  writeFileSync(join(root, 'bin', name), script)
  chmodSync(join(root, 'bin', name), 0o755)
}

/** The record of a program: its folder, how many secrets it received, and its arguments. */
function started(name: string): readonly string[] {
  const note = join(root, `${name}.started`)
  return existsSync(note) ? readFileSync(note, 'utf8').trimEnd().split('\n') : []
}

function opener(editorCommand: string | null = 'code') {
  return createOpenElsewhere({
    environment: { PATH: '/usr/bin:/bin', DISPLAY: ':0', MY_SECRET: 'x' },
    loginPath: Promise.resolve(`${join(root, 'bin')}:/usr/bin:/bin`),
    home: join(root, 'home'),
    dataFolder: join(root, 'data'),
    platform: 'linux',
    editorCommand: () => editorCommand,
  })
}

function open(path: string, isNamed = false, editorCommand?: string) {
  return opener(editorCommand).openFile({ folder: join(root, 'work'), path, line: 3, isNamed })
}

test('a file of the folder opens in the editor at its line; secrets and files outside do not', async () => {
  program('code')
  expect(await open('src/a.ts')).toEqual({ ok: true, value: null })
  const whole = join(root, 'work/src/a.ts')
  expect(started('code')).toEqual([join(root, 'home'), '0', '--goto', `${whole}:3`])
  expect(await opener().editor()).toEqual({ ok: true, value: 'Visual Studio Code' })
})

test('a file outside opens only if a call has named it, whatever path leads to it', async () => {
  program('code')
  for (const path of ['../outside.txt', join(root, 'outside.txt'), 'way-out.txt'])
    expect(await open(path)).toMatchObject({ error: expect.stringMatching(/outside the/) })
  expect(started('code')).toEqual([])
  expect(await open('../outside.txt', true)).toMatchObject({ ok: true })
  expect(started('code').at(-1)).toBe(`${join(root, 'outside.txt')}:3`)
})

test("a missing file, and Phoenix's own data, are answered with a sentence", async () => {
  program('code')
  expect(await open('src/gone.ts')).toEqual({ ok: false, error: 'src/gone.ts does not exist.' })
  expect(await open('a\0b')).toMatchObject({ ok: false })
  expect(await open('way-in/phoenix.db', true)).toMatchObject({
    error: 'way-in/phoenix.db is part of Phoenix’s data.',
  })
  expect(started('code')).toEqual([])
  rmSync(join(root, 'work'), { recursive: true })
  expect(await open('src/a.ts')).toMatchObject({
    error: expect.stringMatching(/folder is no longer there/),
  })
})

test('a program that fails says so, and so does a missing one', async () => {
  program('code', 7)
  expect(await open('src/a.ts')).toEqual({
    ok: false,
    error: 'Visual Studio Code could not be opened: it ended with exit code 7.',
  })
  writeFileSync(join(root, 'bin/broken'), 'no program')
  chmodSync(join(root, 'bin/broken'), 0o755)
  expect(await open('src/a.ts', false, 'broken')).toMatchObject({ ok: false })
})

test('a folder is shown in the file manager, and the folder of the conversation in a terminal too', async () => {
  program('xdg-open')
  program('xdg-terminal-exec')
  program('code')
  expect(await open('src')).toMatchObject({ ok: true })
  expect(started('xdg-open')).toEqual([join(root, 'work/src'), '0', join(root, 'work/src')])
  const folder = join(root, 'work')
  expect(await opener().openFolder(folder, 'terminal')).toMatchObject({ ok: true })
  expect(started('xdg-terminal-exec').slice(0, 1)).toEqual([folder])
  expect(await opener().openFolder(folder, 'editor')).toMatchObject({ ok: true })
  expect(started('code').at(-1)).toBe(folder)
  expect(await opener().openFolder(join(root, 'gone'), 'fileManager')).toMatchObject({ ok: false })
})

test('whoever opens a file without a usable editor reads where to name one; Settings itself says only why', async () => {
  const reason = 'There is no program emacs.'
  expect(await opener('emacs').editor()).toEqual(failed(reason))
  const advised = failed(`${reason} Set your editor command in Settings, Editor.`)
  expect(await open('src/a.ts', false, 'emacs')).toEqual(advised)
})
