import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createInstructionsPort } from './folder-instructions.ts'

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

test.runIf(process.platform !== 'win32')(
  'the instructions of a folder that cannot be read are not taken for missing',
  () => {
    using ground = temporaryFolder()
    const [home, dataFolder, folder] = foldersIn(ground.path)
    writeFileSync(join(folder, 'AGENTS.md'), 'Use tabs.')
    using _ = unreadable(folder)
    const { fault } = createInstructionsPort({ home, dataFolder }).read(folder)
    expect(fault).toEqual({ name: 'AGENTS.md', why: 'notReadable' })
  },
)

function foldersIn(base: string): readonly [home: string, dataFolder: string, folder: string] {
  const made = [join(base, 'home'), join(base, 'data'), join(base, 'work')] as const
  for (const path of made) mkdirSync(path)
  return made
}
