import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSandbox } from './find-sandbox.ts'
import { Ground } from './sandbox.fixture.ts'

test('the person who starts the app can switch the sandbox off, and a message says so', async () => {
  using ground = new Ground()
  const found = await ground.find({ ...process.env, PHOENIX_SANDBOX: 'off' })
  expect(found).toMatchObject({
    type: 'missing',
    reason: expect.stringContaining('PHOENIX_SANDBOX'),
  })
})

test('a system without a sandbox is reported', async () => {
  using ground = new Ground()
  const { home, dataFolder } = ground
  const found = await findSandbox({ platform: 'win32', environment: {}, home, dataFolder })
  expect(found).toMatchObject({
    type: 'missing',
    reason: expect.stringContaining('Linux and macOS'),
  })
})

test('caches that cannot be created give a reason, not a crash', async () => {
  using ground = new Ground()
  writeFileSync(join(ground.root, 'cache'), 'a file')
  const found = await ground.find()
  expect(found.type).toBe('missing')
})

describe.runIf(process.platform === 'linux')('a program that exists but does not work', () => {
  test.for([
    ['with what it said', 'bwrap: setting up uid map: Permission denied', 'uid map: Permission'],
    ['as too old', 'bwrap: Unknown option --disable-userns', 'older than 0.8'],
  ] as const)('counts as missing, %s', async ([, complaint, told]) => {
    using ground = new Ground()
    const program = join(ground.root, 'bwrap')
    writeFileSync(program, `#!/bin/sh\necho "${complaint}" >&2\nexit 1\n`, { mode: 0o755 })
    expect(await ground.find(process.env, program)).toMatchObject({
      type: 'missing',
      reason: expect.stringContaining(told),
    })
  })
})
