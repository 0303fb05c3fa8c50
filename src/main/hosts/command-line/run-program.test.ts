import { expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

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
