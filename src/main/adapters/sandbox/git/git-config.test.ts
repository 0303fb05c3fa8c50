import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../processes/supervisor-fixture.ts'
import { type Setting, settingsIn } from './git-config.ts'

/** The settings as git reads them, up to where it stops. */
function byGit(path: string): readonly Setting[] {
  const { stdout } = spawnSync('git', ['config', '-f', path, '-z', '--list'], { encoding: 'utf8' })
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((entry) => {
      const [, name = '', , value] = /^([^\n]*)(\n(.*))?$/s.exec(entry) ?? []
      return { name, value: value ?? 'true' }
    })
}

test.for([
  ['plain', '[core]\n\tbare = false\n\thooksPath = .githooks\n'],
  ['names in capitals', '[CORE]\nHooksPath = A\n[Remote "Origin"]\nURL = B\n'],
  ['dotted names', '[a.B]\nc = d\n[include.X]\npath = y\n'],
  ['on one line', '[include] path = ../x\n[a]b=c\n'],
  ['comments', '# [x]\n[a] ; no\n  b = c # no ; no\n# goes on \\\n  d = "e # f" ; no\n'],
  ['quotes', '[includeIf "gitdir:~/A\\"b\\\\/"]\n path = " a;b " c "d"  \n'],
  ['escapes', '[a]\nb = x\\ty\\n\\"z\\\\\n'],
  ['lines that go on', '[a]\nb = c \\\n  d\\\ne\n[f]\ng = h\\\n'],
  ['signs of comments and spaces', '[a]\nb = " x # " y ; z\nc = "  " \nd = e  ""\n'],
  ['no value', '[a]\nflag\nempty =\nlast\n'],
  ['ends of lines from elsewhere', '\uFEFF[a]\r\n b = c d \t\r\n e = f\r\n'],
  ['no section', 'a = b\n[include]\npath = c\n'],
  ['nothing', ''],
] as const)('settings are read as git reads them: %s', ([, text]) => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'config')
  writeFileSync(path, text)
  expect(settingsIn(text)).toEqual(byGit(path))
})

test.for([
  ['a quote without an end', '[a]\nb = "c\n[d]\ne = f\n'],
  ['an unknown escape', '[a]\nb = \\z\n[d]\ne = f\n'],
  ['what is no key', '[a]\n1 = 2\n[d]\ne = f\n'],
] as const)('a configuration that git refuses ends the reading: %s', ([, text]) => {
  expect(settingsIn(text)).toEqual([])
})

test('a value takes few steps, however long it is: it is read before each command', () => {
  const value = 'refs/heads/x '.repeat(1_000).trim()
  const steps = vi.spyOn(RegExp.prototype, 'exec')
  expect(settingsIn(`[branch "x"]\nmerge = ${value}\nmerge = "${value}"\n`)).toHaveLength(2)
  const count = steps.mock.calls.length
  steps.mockRestore()
  expect(count).toBeLessThan(50)
})
