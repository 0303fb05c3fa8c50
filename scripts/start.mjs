// `npm start`: builds what is stale and starts Phoenix, in Electron where its binary is, else in the browser host.
// Plain JavaScript without new syntax: it must run on an old Node as well, to say that it is too old.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const NODE_MAJOR = 24
const SOURCES = [
  'src',
  'electron.vite.config.ts',
  'svelte.config.js',
  'package.json',
  'package-lock.json',
]
const OUTPUTS = [
  'out/main/index.js',
  'out/main/serve-browser.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]

/** Whoever else builds this folder is waited for this long. */
const BUILD_PATIENCE_MS = 60000
const STARTER_CHECK_MS = 250

main(process.argv.slice(2))

function main(args) {
  const node = findNode()
  if (node === null) {
    return leave(
      `Phoenix needs Node ${NODE_MAJOR} or newer, and this is Node ${process.versions.node}: ` +
        'install it from https://nodejs.org and run npm start again.',
    )
  }
  if (!existsSync(join(ROOT, 'node_modules/electron-vite'))) {
    return leave('The packages of Phoenix are not installed: run npm ci, then npm start again.')
  }
  const fault = buildIfStale(node)
  if (fault !== null) return leave(fault)
  const forwarded = args.filter((arg) => arg !== '--browser')
  const electron = args.includes('--browser') ? null : findElectron()
  if (electron === null) run(node, [join(ROOT, 'out/main/serve-browser.js'), ...forwarded])
  else run(electron, [...electronSwitches(), ROOT, ...forwarded])
}

/** This Node where it is new enough, else the one that came with npm ci. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const path = join(ROOT, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  return existsSync(path) ? path : null
}

/**
 * By a look at the files only: running or requiring Electron without its binary starts a download that can hang for
 * minutes. Says in one sentence why there is no window of its own.
 */
function findElectron() {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const base = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist')
  const named = join(folder, 'path.txt')
  const binary = join(base, existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron')
  if (!existsSync(binary) || !statSync(binary).isFile()) {
    say(
      "Electron's binary is not there (npx install-electron --no gets it), so Phoenix opens in a browser.",
    )
    return null
  }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    say('There is no display for Electron, so Phoenix starts for a browser.')
    return null
  }
  return binary
}

/** Chromium refuses to run as root with its sandbox. */
function electronSwitches() {
  return process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : []
}

/** Null, or a sentence and what the build said. */
function buildIfStale(node) {
  if (isFresh()) return null
  const mark = join(ROOT, 'out/.building')
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  if (!takeMark(mark)) return `Another build holds ${mark}: remove that file if none is running.`
  try {
    return isFresh() ? null : build(node)
  } finally {
    rmSync(mark, { force: true })
  }
}

function build(node) {
  const tool = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
  const done = spawnSync(node, [tool, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return done.status === 0
    ? null
    : `Phoenix could not be built.\n${done.stdout}${done.stderr}`.trimEnd()
}

/** Two starts at once build once: the second waits and then finds a fresh build. A dead builder holds nobody up. */
function takeMark(mark) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < BUILD_PATIENCE_MS; waited += 100) {
    try {
      writeFileSync(mark, `${process.pid}`, { flag: 'wx' })
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isLeftOver(mark)) rmSync(mark, { force: true })
    else Atomics.wait(pause, 0, 0, 100)
  }
  return false
}

function isLeftOver(mark) {
  try {
    const builder = Number(readFileSync(mark, 'utf8'))
    if (builder > 0) process.kill(builder, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Nothing that the build reads is newer than the oldest thing that it wrote. */
function isFresh() {
  const outputs = OUTPUTS.map((path) => join(ROOT, path))
  if (!outputs.every(existsSync)) return false
  const oldest = Math.min(...outputs.map((path) => statSync(path).mtimeMs))
  return SOURCES.every((path) => newest(join(ROOT, path)) <= oldest)
}

/** Folders count as well: a file that was removed shows in nothing else. */
function newest(path) {
  if (!existsSync(path) || path.endsWith('.test.ts')) return 0
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    facts.mtimeMs,
  )
}

/**
 * Becomes that program as far as Node can: its streams, signals and exit code. It watches the fourth stream, and ends
 * when this script is gone, however that came.
 */
function run(program, args) {
  const child = spawn(program, args, {
    // npm has changed to the project's folder; --data is relative to where the person stands.
    cwd: process.env.INIT_CWD || process.cwd(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', () => leave(`${program} cannot be started: run npm ci, then npm start again.`))
  child.on('exit', (code, signal) => {
    process.exit(code === null ? 128 + (constants.signals[signal] || 0) : code)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) endWithParent(child)
}

/** npm passes on no SIGKILL, and the shell between npm and us passes on nothing. */
function endWithParent(child) {
  const starters = startersOf()
  setInterval(() => {
    if (startersOf() !== starters) child.kill('SIGTERM')
  }, STARTER_CHECK_MS)
}

/** Our parent, and npm behind it where that is the shell that npm runs scripts in. */
function startersOf() {
  const parent = process.ppid
  const facts = /\((?:sh|dash|bash)\) \S (\d+)/.exec(statOf(parent))
  return facts === null ? `${parent}` : `${parent} ${facts[1]}`
}

/** '' where there is no /proc. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

function leave(sentence) {
  say(sentence)
  process.exit(1)
}
