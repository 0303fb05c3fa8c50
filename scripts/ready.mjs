// The requirements of every launcher: a recent Node, packages, and a build that is not stale. Plain JavaScript without
// new syntax: it must run on an old Node as well, to report that it is too old.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
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
  'out/main/command-line.js',
  'out/main/client.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
]

/** The longest wait for another process that builds this folder. */
const BUILD_PATIENCE_MS = 60000

/**
 * Returns the Node that runs the built program. Exits with a sentence if there is none, or nothing to run. `command`:
 * what was started.
 */
export function readyNode(command) {
  const node = findNode()
  if (node === null) {
    return leave(
      `Phoenix needs Node ${NODE_MAJOR} or newer, and this is Node ${process.versions.node}: ` +
        `install it from https://nodejs.org and run ${command} again.`,
    )
  }
  if (!existsSync(join(ROOT, 'node_modules/electron-vite'))) {
    return leave(`The packages of Phoenix are not installed: run npm ci, then ${command} again.`)
  }
  const fault = buildIfStale(node)
  return fault === null ? node : leave(fault)
}

/** Returns this Node if it is new enough, otherwise the one that npm ci installed. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const path = join(ROOT, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  return existsSync(path) ? path : null
}

/** Returns null, or a sentence with the build's output. */
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
  say('Phoenix is being built, which takes a few seconds.')
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

/** Two simultaneous starts build once: the second waits and then finds a fresh build. A dead builder delays nobody. */
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

/** True if nothing that the build reads is newer than the oldest file that it wrote. */
function isFresh() {
  const outputs = OUTPUTS.map((path) => join(ROOT, path))
  if (!outputs.every(existsSync)) return false
  const oldest = Math.min(...outputs.map((path) => statSync(path).mtimeMs))
  return SOURCES.every((path) => newest(join(ROOT, path)) <= oldest)
}

/** Includes folders: nothing else shows that a file was removed. */
function newest(path) {
  if (!existsSync(path) || path.endsWith('.test.ts')) return 0
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newest(join(path, name))),
    facts.mtimeMs,
  )
}

export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

export function leave(sentence) {
  say(sentence)
  process.exit(1)
}
