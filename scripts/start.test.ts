import { spawn, spawnSync } from 'node:child_process'
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  BUILDING,
  builds,
  hostOf,
  projectForEachTest,
  project,
  put,
  start,
  startAndEnd,
} from './start.fixture.ts'

projectForEachTest()

test('it builds what is missing or stale, says so meanwhile, and builds nothing twice', async () => {
  expect(await startAndEnd()).toBe(BUILDING)
  expect(await startAndEnd()).toBe('')
  expect(builds()).toBe(1)
  const later = new Date(Date.now() + 2_000)
  put('src/main/index.test.ts', '')
  utimesSync(join(project.root, 'src/main/index.test.ts'), later, later)
  put('src/main/more.ts', '')
  utimesSync(join(project.root, 'src/main/more.ts'), later, later)
  await startAndEnd()
  expect(builds()).toBe(2)
})

test('without packages it says so in a sentence', async () => {
  rmSync(join(project.root, 'node_modules'), { recursive: true })
  const started = start([])
  expect(await started.left).toBe(1)
  expect(started.said.err).toMatch(/^The packages .+ run npm ci, .+\.\n$/)
})

test('without Electron it says so in one sentence and starts the browser host', async () => {
  await startAndEnd()
  const started = start(['--port', '0', '--no-open'])
  expect(await hostOf(started)).toMatchObject({
    host: 'browser',
    args: ['--port', '0', '--no-open'],
  })
  expect(started.said.err).toMatch(/^Electron's binary is not there .+install-electron --no.+\.\n$/)
})

test('--browser asks for the browser host and is not passed on', async () => {
  await startAndEnd()
  const started = start(['--browser', '--data', 'd'], { INIT_CWD: project.root })
  expect(await hostOf(started)).toMatchObject({ args: ['--data', 'd'], cwd: project.root })
  expect(started.said.err).toBe('')
})

test('with Electron and a display, it starts Electron with the project', async () => {
  put('electron/electron', '#!/bin/sh\necho "{\\"host\\":\\"electron\\",\\"args\\":\\"$*\\"}"\n')
  const environment = { ELECTRON_OVERRIDE_DIST_PATH: join(project.root, 'electron'), DISPLAY: ':0' }
  spawn('chmod', ['+x', join(project.root, 'electron/electron')]).on('exit', () => undefined)
  const started = start(['--data', 'd'], environment)
  const host = await hostOf(started)
  expect(host).toMatchObject({
    host: 'electron',
    args: expect.stringContaining(`${project.root} --data d`),
  })
  expect(await started.left).toBe(0)
})

test('signals and the exit code are passed on', async () => {
  const started = start(['--browser'])
  await hostOf(started)
  started.child.kill('SIGTERM')
  expect(await started.left).toBe(7)
})

test('phoenix builds what is stale, and runs the command in the current folder with its arguments', async () => {
  put('elsewhere/here', '')
  const cwd = join(project.root, 'elsewhere')
  const run = (): string[] => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(project.root, 'scripts/phoenix.mjs'), 'run', 'a b'],
      { cwd, encoding: 'utf8' },
    )
    return [String(status), stdout]
  }
  // The build writes into the folder where it was started.
  const said = `${JSON.stringify({ args: ['run', 'a b'], cwd })}\n`
  expect([run(), run()]).toEqual([
    ['3', said],
    ['3', said],
  ])
  expect(builds()).toBe(1)
})
