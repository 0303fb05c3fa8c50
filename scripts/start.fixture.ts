import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

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

export const BUILDING = 'Phoenix is being built, which takes a few seconds.\n'

/** The project of the running test. */
export const project = { root: '' }
const children: ChildProcess[] = []

export function projectForEachTest(): void {
  beforeEach(() => {
    project.root = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-start-')))
    mkdirSync(join(project.root, 'scripts'))
    for (const name of ['start.mjs', 'electron-sandbox.mjs', 'ready.mjs', 'phoenix.mjs'])
      cpSync(join(import.meta.dirname, name), join(project.root, 'scripts', name))
    put('package.json', '{"type":"module"}')
    put('src/main/index.ts', '')
    put('node_modules/electron-vite/bin/electron-vite.js', BUILD_TOOL)
    put('node_modules/electron-vite/package.json', '{"type":"module"}')
    put('node_modules/electron/package.json', '{}')
  })

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(project.root, { recursive: true, force: true })
  })
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(join(project.root, path)), { recursive: true })
  writeFileSync(join(project.root, path), text)
}

export interface Started {
  readonly child: ChildProcess
  readonly said: { out: string; err: string }
  readonly left: Promise<number>
}

export function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
  const { npm_lifecycle_event: _npm, INIT_CWD: _cwd, DISPLAY: _display, ...rest } = process.env
  const child = spawn(process.execPath, [join(project.root, 'scripts/start.mjs'), ...args], {
    cwd: project.root,
    env: { ...rest, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes: Buffer) => (said.out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (said.err += bytes.toString()))
  return { child, said, left: once(child, 'close').then(([code]) => Number(code)) }
}

export async function hostOf(started: Started): Promise<Record<string, unknown>> {
  while (!started.said.out.includes('\n')) {
    if (started.child.exitCode !== null) throw new Error(started.said.err)
    await Promise.race([once(started.child.stdout ?? started.child, 'data'), started.left])
  }
  return Object(JSON.parse(started.said.out))
}

export const builds = (): number =>
  readFileSync(join(project.root, 'builds.txt'), 'utf8').split(' ').length - 1

/** Returns what it printed for people. */
export async function startAndEnd(): Promise<string> {
  const started = start(['--browser'])
  await hostOf(started)
  started.child.kill('SIGTERM')
  await started.left
  return started.said.err
}
