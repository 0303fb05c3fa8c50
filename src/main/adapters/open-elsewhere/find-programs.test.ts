import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEditor } from './find-editor.ts'
import { fileManagerFor, terminalFor } from './find-folder-program.ts'
import type { SystemFacts } from './known-editors.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'phoenix-programs-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A computer with these programs, by their paths in its home folder; those in `bin` are on the PATH. */
function withPrograms(platform: 'linux' | 'darwin', ...programs: readonly string[]): SystemFacts {
  for (const program of programs) {
    const path = join(home, program)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '#!/bin/sh\n')
    chmodSync(path, 0o755)
  }
  const PATH = ['sbin', 'bin'].map((name) => join(home, name)).join(':')
  const root = join(home, 'system')
  return { platform, home, root, environment: { PATH, DISPLAY: ':0' } }
}

/** The command for a line of a file, relative to the home folder. */
function startOf(own: string | null, system: SystemFacts, line: number | null = 12): unknown {
  const found = findEditor(own, system)
  if (!found.ok) return found.error
  const { argumentsFor, name, program } = found.value
  const shown = program.startsWith(home) ? program.slice(home.length + 1) : program
  return [name, shown, ...argumentsFor({ path: '/w/a.ts', line })]
}

test.each([
  ['bin/code', ['Visual Studio Code', 'bin/code', '--goto', '/w/a.ts:12']],
  ['bin/cursor', ['Cursor', 'bin/cursor', '--goto', '/w/a.ts:12']],
  [
    'system/usr/local/bin/code',
    ['Visual Studio Code', 'system/usr/local/bin/code', '--goto', '/w/a.ts:12'],
  ],
  ['.local/bin/zed', ['Zed', '.local/bin/zed', '/w/a.ts:12']],
  ['bin/zeditor', ['Zed', 'bin/zeditor', '/w/a.ts:12']],
  [
    '.local/share/JetBrains/Toolbox/scripts/webstorm',
    ['WebStorm', '.local/share/JetBrains/Toolbox/scripts/webstorm', '--line', '12', '/w/a.ts'],
  ],
  ['bin/gedit', ["the system's text editor", 'bin/gedit', '/w/a.ts']],
])('on Linux %s is found, and opens the line', (program, start) => {
  expect(startOf(null, withPrograms('linux', program))).toEqual(start)
})

test.each([
  [
    'Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
    ['Visual Studio Code', '--goto', '/w/a.ts:12'],
  ],
  ['system/Applications/Zed.app/Contents/MacOS/cli', ['Zed', '/w/a.ts:12']],
  ['Applications/PyCharm CE.app/Contents/MacOS/pycharm', ['PyCharm', '--line', '12', '/w/a.ts']],
  [
    'Library/Application Support/JetBrains/Toolbox/scripts/idea',
    ['IntelliJ IDEA', '--line', '12', '/w/a.ts'],
  ],
])('on a Mac %s is found, and opens the line', (program, [name, ...args]) => {
  expect(startOf(null, withPrograms('darwin', program))).toEqual([name, program, ...args])
})

test('without a line the editor chooses where to open a file', () => {
  expect(startOf(null, withPrograms('linux', 'bin/code'), null)).toEqual([
    'Visual Studio Code',
    'bin/code',
    '/w/a.ts',
  ])
})

test('without an editor, a Mac opens the file as text, and Linux says that there is none', () => {
  const system = ["the system's text editor", '/usr/bin/open', '-t', '/w/a.ts']
  expect(startOf(null, withPrograms('darwin'))).toEqual(system)
  expect(startOf(null, withPrograms('linux', 'sbin/zed'))).toBe('No editor was found.')
})

test("the person's command wins; a known editor gets the line automatically", () => {
  const system = withPrograms('linux', 'bin/code', 'bin/zed', 'bin/kitty')
  expect(startOf('zed', system)).toEqual(['Zed', 'bin/zed', '/w/a.ts:12'])
  expect(startOf('code --reuse-window', system)).toEqual([
    'Visual Studio Code',
    'bin/code',
    '--reuse-window',
    '--goto',
    '/w/a.ts:12',
  ])
  expect(startOf('kitty nvim +{line} {file}', system)).toEqual([
    'kitty',
    'bin/kitty',
    'nvim',
    '+12',
    '/w/a.ts',
  ])
  expect(startOf('emacs', system)).toBe('There is no program emacs.')
  expect(startOf('zed "', system)).toBe('Your editor command has an unclosed quote.')
})

test('folders are shown by the system, and terminals begin in them', () => {
  const mac = withPrograms('darwin')
  expect(fileManagerFor('/w', mac)).toMatchObject({ value: { args: ['/w'] } })
  expect(fileManagerFor('/w/bad.app', mac)).toMatchObject({ value: { args: ['-R', '/w/bad.app'] } })
  expect(terminalFor('/w', mac)).toMatchObject({ value: { args: ['-a', 'Terminal', '/w'] } })
  const linux = withPrograms('linux', 'bin/xdg-open', 'bin/konsole')
  expect(fileManagerFor('/w', linux)).toEqual({
    ok: true,
    value: { program: join(home, 'bin/xdg-open'), args: ['/w'] },
  })
  expect(terminalFor('/w', linux)).toEqual({
    ok: true,
    value: { program: join(home, 'bin/konsole'), args: ['--workdir', '/w'] },
  })
  const { DISPLAY: _display, ...environment } = linux.environment
  expect(terminalFor('/w', { ...linux, environment })).toMatchObject({ ok: false })
  expect(fileManagerFor('/w', { ...linux, environment })).toMatchObject({ ok: false })
})
