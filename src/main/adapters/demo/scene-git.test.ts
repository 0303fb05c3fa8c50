import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { converse, textOf } from './fakes/conversing.ts'

let folder: string
let traps: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-demo-git-'))
  traps = mkdtempSync(join(tmpdir(), 'phoenix-demo-traps-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(traps, { recursive: true, force: true })
})

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' })
}

async function answer(): Promise<string> {
  const last = (await converse('show git changes', folder)).at(-1)
  return last === undefined ? '' : textOf(last)
}

test('recent commits and staged changes are read from git', async () => {
  git('init', '-q')
  for (let n = 1; n <= 7; n++) {
    writeFileSync(join(folder, 'a.txt'), 'line\n'.repeat(n))
    git('add', '.')
    git('commit', '-q', '-m', `Change number ${n}`)
  }
  writeFileSync(join(folder, 'b.txt'), 'new')
  git('add', '.')
  const text = await answer()
  expect(text).toContain('The last 5 commits, newest first')
  expect(text).toMatch(/[0-9a-f]{7} \d{4}-\d\d-\d\d Ada: Change number 7/)
  expect(text).not.toContain('Change number 2')
  expect(text).toMatch(/One change is staged[^]*A\tb\.txt/)
})

test('a folder without a repository gets git’s own words', async () => {
  expect(await answer()).toContain('not a git repository')
})

test('a repository without a commit is described as such', async () => {
  git('init', '-q')
  expect(await answer()).toMatch(/no commits yet|does not have any commits yet/)
})

test('a hostile repository runs nothing', async () => {
  git('init', '-q')
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  writeFileSync(join(folder, 'b.txt'), 'one\n')
  git('add', '.')
  git('commit', '-q', '-m', 'First')
  const sprung = (name: string): string => shellQuote(join(traps, `sprung-${name}`))
  const trap = (name: string): string => {
    const script = join(traps, `${name}.sh`)
    writeFileSync(script, `#!/bin/sh\ntouch ${sprung(name)}\ncat\n`)
    chmodSync(script, 0o755)
    return script
  }
  writeFileSync(join(folder, '.gitattributes'), '* filter=evil diff=evil\n')
  const inShell = (name: string): string => shellQuote(trap(name))
  const settings: Record<string, string> = {
    'core.fsmonitor': inShell('fsmonitor'),
    'core.pager': inShell('pager'),
    'pager.log': inShell('pager-log'),
    'core.editor': inShell('editor'),
    'diff.external': inShell('external'),
    'diff.evil.command': inShell('driver'),
    'diff.evil.textconv': inShell('textconv'),
    'filter.evil.clean': inShell('clean'),
    'filter.evil.smudge': inShell('smudge'),
    'filter.evil.process': inShell('process'),
    'log.showSignature': 'true',
    'gpg.program': trap('gpg'),
    'core.sshCommand': inShell('ssh'),
    'core.hooksPath': traps,
    'extensions.partialClone': 'origin',
    'remote.origin.url': `ext::${trap('ext').replaceAll(' ', '% ')}`,
    'remote.origin.promisor': 'true',
    'remote.origin.uploadpack': inShell('uploadpack'),
    'protocol.ext.allow': 'always',
    'credential.helper': `!${inShell('credential')}`,
    'alias.log': `!${inShell('alias')}`,
  }
  writeFileSync(join(folder, 'a.txt'), 'two\n')
  writeFileSync(join(folder, 'b.txt'), 'two\n')
  for (const [name, value] of Object.entries(settings)) git('config', name, value)
  for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
    chmodSync(trap(hook), 0o755)
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
    writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${sprung(hook)}\n`)
    chmodSync(join(folder, '.git', 'hooks', hook), 0o755)
  }
  const text = await answer()
  expect(text).toContain('First')
  expect(readdirSync(traps).filter((name) => name.startsWith('sprung-'))).toEqual([])
  // The traps work: plain commands spring them.
  execFileSync('git', ['status'], { cwd: folder, stdio: 'pipe' })
  expect(
    existsSync(join(traps, 'sprung-fsmonitor')) || existsSync(join(traps, 'sprung-process')),
  ).toBe(true)
})
