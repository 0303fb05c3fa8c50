import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runProgram } from './run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'phoenix-program-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('what may not be run on PATH does not hide that a program is missing', async () => {
  writeFileSync(join(folder, 'phoenix-has-no-such-program'), '', { mode: 0o644 })
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
  expect(await runProgram('phoenix-has-no-such-program', [], '/')).toEqual({ type: 'missing' })
})

test('a program that is not there is told apart from a folder that is not there', async () => {
  expect(await runProgram('phoenix-has-no-such-program', [], '/')).toEqual({ type: 'missing' })
  expect(await runProgram(process.execPath, ['--version'], '/no/such/folder')).toMatchObject({
    type: 'ended',
    code: 1,
    err: 'in /no/such/folder: it does not exist',
  })
})

test('its output and exit code are returned', async () => {
  const script = 'console.log("out"); console.error("err"); process.exit(3)'
  expect(await runProgram(process.execPath, ['-e', script], '/')).toEqual({
    type: 'ended',
    code: 3,
    out: 'out\n',
    err: 'err\n',
  })
})
