import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
import { shellQuote } from '../src/main/adapters/processes/spawn/shell-quote.ts'

projectForEachTest()

test('two simultaneous starts build once', async () => {
  await Promise.all([startAndEnd(), startAndEnd()])
  expect(builds()).toBe(1)
})

test('an interrupted build does not block a later one', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  put('out/.building', `${gone.pid}`)
  await startAndEnd()
  expect(builds()).toBe(1)
})

test('a failed build shows its output and exits with code 1', async () => {
  put(
    'node_modules/electron-vite/bin/electron-vite.js',
    'console.error("no such module"); process.exit(1)',
  )
  const started = start(['--browser'])
  expect(await started.left).toBe(1)
  expect(started.said).toEqual({
    out: '',
    err: `${BUILDING}Phoenix could not be built.\nno such module\n`,
  })
})

test('the host ends with the script, even if that is killed', async () => {
  const started = start(['--browser'])
  await hostOf(started)
  started.child.kill('SIGKILL')
  // The pipe closes only once the host, which inherited it, has exited.
  await started.left
})

test('npm killed with SIGKILL takes the host along', async () => {
  const script = [process.execPath, join(project.root, 'scripts/start.mjs')]
    .map(shellQuote)
    .join(' ')
  // A shell is in between, as under npm.
  const npm = spawn('sh', ['-c', `sh -c ${shellQuote(`${script} --browser; true`)} & wait`], {
    cwd: project.root,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void npm.kill('SIGKILL'))
  const closed = once(npm, 'close')
  await once(npm.stdout, 'data')
  npm.kill('SIGKILL')
  await closed
})
