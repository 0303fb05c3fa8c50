import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findSandbox } from './find-sandbox.ts'
import { Ground, hasSandbox, printedBy, runIn, sandboxedSupervisor } from './sandbox.fixture.ts'

/** A sandbox program that counts its calls; with a `broken` file it fails. */
function counted(ground: Ground) {
  const [program, calls] = [join(ground.root, 'bwrap'), join(ground.root, 'calls')]
  const broken = join(ground.root, 'broken')
  const write = (comment: string): void =>
    writeFileSync(
      program,
      `#!/bin/sh\n# ${comment}\necho . >> ${calls}\n[ -e ${broken} ] && exit 1\nexec bwrap "$@"\n`,
      { mode: 0o755 },
    )
  write('first')
  writeFileSync(calls, '')
  const find = () => ground.find(process.env, program)
  return { find, write, broken, calls: () => readFileSync(calls, 'utf8').length / 2 }
}

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
  ] as const)('counts as missing, %s', async ([, complaint, sentence]) => {
    using ground = new Ground()
    const program = join(ground.root, 'bwrap')
    writeFileSync(program, `#!/bin/sh\necho "${complaint}" >&2\nexit 1\n`, { mode: 0o755 })
    expect(await ground.find(process.env, program)).toMatchObject({
      type: 'missing',
      reason: expect.stringContaining(sentence),
    })
  })
})

test.runIf(process.platform === 'linux').for([
  ['setting up uid map: Permission denied', '1\n', 'README.md, “A sandbox on Ubuntu”'],
  ['loopback: Failed RTM_NEWADDR: Operation not permitted', '1\n', 'A sandbox on Ubuntu'],
  ['setting up uid map: Permission denied', '0\n', 'uid map: Permission denied'],
  ['Can’t mount proc', '1\n', 'mount proc'],
] as const)('%s with a restriction of %j is explained', async ([complaint, switched, sentence]) => {
  using ground = new Ground()
  const [program, restriction] = [join(ground.root, 'bwrap'), join(ground.root, 'restriction')]
  writeFileSync(program, `#!/bin/sh\necho "bwrap: ${complaint}" >&2\nexit 1\n`, { mode: 0o755 })
  writeFileSync(restriction, switched)
  const { dataFolder, home } = ground
  const environment = { ...process.env, XDG_CACHE_HOME: join(ground.root, 'cache') }
  const places = { home, dataFolder, bubblewrap: program, restriction }
  expect(await findSandbox({ platform: process.platform, environment, ...places })).toMatchObject({
    type: 'missing',
    reason: expect.stringContaining(sentence),
  })
  expect(readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')).toContain(
    '### A sandbox on Ubuntu',
  )
})

describe.runIf(hasSandbox && process.platform === 'linux')('a sandbox that worked', () => {
  test('is not tested again at the next start', async () => {
    using ground = new Ground()
    const { calls, find } = counted(ground)
    expect((await find()).type).toBe('found')
    // A set-up is repeated if a socket of another program disappears meanwhile.
    const tested = calls()
    expect(tested).toBeGreaterThanOrEqual(2)
    expect((await find()).type).toBe('found')
    expect(calls()).toBe(tested)
  })

  test('is tested again when its program has changed', async () => {
    using ground = new Ground()
    const { calls, find, write } = counted(ground)
    await find()
    const tested = calls()
    write('a newer version')
    await find()
    expect(calls()).toBeGreaterThanOrEqual(tested + 2)
  })

  test('runs nothing outside of it once it fails, and is tested again at the next start', async () => {
    using ground = new Ground()
    const { broken, find } = counted(ground)
    await find()
    writeFileSync(broken, '')
    const supervisor = sandboxedSupervisor(ground.dataFolder, await find())
    const printed = printedBy(await runIn(supervisor, ground, 'touch ran; echo ran'))
    await supervisor.close()
    expect(printed).toContain('The sandbox could not be set up, so nothing was run')
    expect((await find()).type).toBe('missing')
  })
})
