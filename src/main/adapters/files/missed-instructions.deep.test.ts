import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { foldersIn } from './missed-instructions.fixture.ts'

test
  .runIf(process.platform !== 'win32')
  .for(['home/.codex/AGENTS.md', 'work/AGENTS.md', 'work/.claude/rules/a.md'])(
  'while the system has no more files to open, %s is not taken for gone',
  (name) => {
    using ground = temporaryFolder()
    const [home, dataFolder, folder] = foldersIn(ground.path)
    const path = join(ground.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'Use tabs.')
    const fixture = fileURLToPath(new URL('no-more-files.fixture.ts', import.meta.url))
    const args = ['-c', 'ulimit -n 128; exec "$@"', 'bash', process.execPath, fixture]
    const input = JSON.stringify({ home, dataFolder, folder })
    expect(execFileSync('bash', args, { input, encoding: 'utf8' })).toBe('[true,false]')
  },
)
