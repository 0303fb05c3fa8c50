import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shellQuote } from '../processes/spawn/shell-quote.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { answer, git } from './scene-git.fixture.ts'

test('a hostile repository runs nothing', async () => {
  using data = temporaryFolder()
  const [folder, traps] = [join(data.path, 'work'), join(data.path, 'traps')]
  for (const path of [folder, traps]) mkdirSync(path)
  git(folder, 'init', '-q')
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  writeFileSync(join(folder, 'b.txt'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'First')
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
  for (const [name, value] of Object.entries(settings)) git(folder, 'config', name, value)
  for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
    chmodSync(trap(hook), 0o755)
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
    writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${sprung(hook)}\n`)
    chmodSync(join(folder, '.git', 'hooks', hook), 0o755)
  }
  const text = await answer(folder)
  expect(text).toContain('First')
  expect(readdirSync(traps).filter((name) => name.startsWith('sprung-'))).toEqual([])
  // The traps work: plain commands spring them.
  execFileSync('git', ['status'], { cwd: folder, stdio: 'pipe' })
  expect(
    existsSync(join(traps, 'sprung-fsmonitor')) || existsSync(join(traps, 'sprung-process')),
  ).toBe(true)
})
