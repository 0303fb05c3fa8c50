import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test.runIf(process.platform !== 'win32')(
  'while the system has no more files to open, a file is not taken for deleted by undo, nor for missing by a tool',
  () => {
    const fixture = fileURLToPath(new URL('no-more-files.fixture.ts', import.meta.url))
    const args = ['-c', 'ulimit -n 128; exec "$@"', 'bash', process.execPath, fixture]
    const said: unknown = JSON.parse(execFileSync('bash', args, { encoding: 'utf8' }))
    const why: unknown = expect.stringContaining('a cannot be opened: too many files are open.')
    expect(said).toEqual([why, why, why, why, why, why])
  },
)
