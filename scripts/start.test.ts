import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  realpathSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellQuote } from '../src/main/adapters/processes/spawn/shell-quote.ts'

// The script in a project of its own, whose build tool and hosts only report their arguments.
const BUILD_TOOL = `
  import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
  appendFileSync('builds.txt', 'built ')
  const host = "process.on('disconnect', () => process.exit(0)); process.on('SIGTERM', () => process.exit(7));" +
    "console.log(JSON.stringify({ host: 'browser', args: process.argv.slice(2), cwd: process.cwd() }))"
  for (const folder of ['main', 'preload', 'renderer']) mkdirSync('out/' + folder, { recursive: true })
  writeFileSync('out/main/index.js', '')
  writeFileSync('out/main/serve-browser.js', host)
  writeFileSync('out/main/command-line.js', "console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() })); process.exitCode = 3")
  writeFileSync('out/main/client.js', '')
  writeFileSync('out/preload/index.cjs', '')
  writeFileSync('out/renderer/index.html', '')
`

let root: string
const children: ChildProcess[] = []

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-start-')))
  mkdirSync(join(root, 'scripts'))
  for (const name of ['start.mjs', 'electron-sandbox.mjs', 'ready.mjs', 'phoenix.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  put('package.json', '{"type":"module"}')
  put('src/main/index.ts', '')
  put('node_modules/electron-vite/bin/electron-vite.js', BUILD_TOOL)
  put('node_modules/electron-vite/package.json', '{"type":"module"}')
  put('node_modules/electron/package.json', '{}')
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

interface Started {
  readonly child: ChildProcess
  readonly said: { out: string; err: string }
  readonly left: Promise<number>
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
  const { npm_lifecycle_event: _npm, INIT_CWD: _cwd, DISPLAY: _display, ...rest } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...args], {
    cwd: root,
    env: { ...rest, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes: Buffer) => (said.out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (said.err += bytes.toString()))
  return { child, said, left: once(child, 'close').then(([code]) => Number(code)) }
}

async function hostOf(started: Started): Promise<Record<string, unknown>> {
  while (!started.said.out.includes('\n')) {
    if (started.child.exitCode !== null) throw new Error(started.said.err)
    await Promise.race([once(started.child.stdout ?? started.child, 'data'), started.left])
  }
  return Object(JSON.parse(started.said.out))
}

const builds = (): number => readFileSync(join(root, 'builds.txt'), 'utf8').split(' ').length - 1

async function startAndEnd(): Promise<void> {
  const started = start(['--browser'])
  await hostOf(started)
  started.child.kill('SIGTERM')
  await started.left
}

test('it builds what is missing or stale, and nothing twice', async () => {
  await startAndEnd()
  await startAndEnd()
  expect(builds()).toBe(1)
  const later = new Date(Date.now() + 2_000)
  put('src/main/index.test.ts', '')
  utimesSync(join(root, 'src/main/index.test.ts'), later, later)
  put('src/main/more.ts', '')
  utimesSync(join(root, 'src/main/more.ts'), later, later)
  await startAndEnd()
  expect(builds()).toBe(2)
})

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
    err: 'Phoenix could not be built.\nno such module\n',
  })
})

test('without packages it says so in a sentence', async () => {
  rmSync(join(root, 'node_modules'), { recursive: true })
  const started = start([])
  expect(await started.left).toBe(1)
  expect(started.said.err).toMatch(/^The packages .+ run npm ci, .+\.\n$/)
})

test('without Electron it says so in one sentence and starts the browser host', async () => {
  const started = start(['--port', '0', '--no-open'])
  expect(await hostOf(started)).toMatchObject({
    host: 'browser',
    args: ['--port', '0', '--no-open'],
  })
  expect(started.said.err).toMatch(/^Electron's binary is not there .+install-electron --no.+\.\n$/)
})

test('--browser asks for the browser host and is not passed on', async () => {
  const started = start(['--browser', '--data', 'd'], { INIT_CWD: root })
  expect(await hostOf(started)).toMatchObject({ args: ['--data', 'd'], cwd: root })
  expect(started.said.err).toBe('')
})

test('with Electron and a display, it starts Electron with the project', async () => {
  put('electron/electron', '#!/bin/sh\necho "{\\"host\\":\\"electron\\",\\"args\\":\\"$*\\"}"\n')
  const environment = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'electron'), DISPLAY: ':0' }
  spawn('chmod', ['+x', join(root, 'electron/electron')]).on('exit', () => undefined)
  const started = start(['--data', 'd'], environment)
  const host = await hostOf(started)
  expect(host).toMatchObject({
    host: 'electron',
    args: expect.stringContaining(`${root} --data d`),
  })
  expect(await started.left).toBe(0)
})

test('signals and the exit code are passed on', async () => {
  const started = start(['--browser'])
  await hostOf(started)
  started.child.kill('SIGTERM')
  expect(await started.left).toBe(7)
})

test('the host ends with the script, even if that is killed', async () => {
  const started = start(['--browser'])
  await hostOf(started)
  started.child.kill('SIGKILL')
  // The pipe closes only once the host, which inherited it, has exited.
  await started.left
})

test('npm killed with SIGKILL takes the host along', async () => {
  const script = [process.execPath, join(root, 'scripts/start.mjs')].map(shellQuote).join(' ')
  // A shell is in between, as under npm.
  const npm = spawn('sh', ['-c', `sh -c ${shellQuote(`${script} --browser; true`)} & wait`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(npm)
  const closed = once(npm, 'close')
  await once(npm.stdout, 'data')
  npm.kill('SIGKILL')
  await closed
})

test('phoenix builds what is stale, and runs the command in the current folder with its arguments', async () => {
  put('elsewhere/here', '')
  const cwd = join(root, 'elsewhere')
  const run = (): string[] => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, 'scripts/phoenix.mjs'), 'run', 'a b'],
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
