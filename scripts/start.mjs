// `npm start`: builds what is stale and starts Phoenix, in Electron if its binary is installed, otherwise in the
// browser host. Plain JavaScript without new syntax: it must run on an old Node as well, to report that it is too old.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { commandForSandbox } from './electron-sandbox.mjs'
import { leave, readyNode, ROOT, say } from './ready.mjs'

/** Interval of the check that our parent processes still exist. */
const STARTER_CHECK_MS = 250

main(process.argv.slice(2))

function main(args) {
  const node = readyNode('npm start')
  const forwarded = args.filter((arg) => arg !== '--browser')
  const electron = args.includes('--browser') ? null : findElectron()
  if (electron === null) run(node, [join(ROOT, 'out/main/serve-browser.js'), ...forwarded])
  else run(electron, [...electronSwitches(), ROOT, ...forwarded])
}

/**
 * Only checks files: running or requiring Electron without its binary starts a download that can hang for minutes.
 * Prints one sentence that says why there is no separate window.
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
  const command = process.platform === 'linux' ? commandForSandbox(binary, process.getuid()) : null
  if (command === null) return binary
  say(
    `AppArmor keeps Electron from confining its windows, so Phoenix opens in a browser. This allows it: ${command}`,
  )
  return null
}

/** Chromium refuses to run as root with its sandbox. */
function electronSwitches() {
  return process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : []
}

/**
 * Replaces this process as far as Node can: streams, signals and exit code. The child watches the fourth stream, and
 * ends when this script is gone, for any reason.
 */
function run(program, args) {
  const child = spawn(program, args, {
    // npm has changed to the project's folder; --data is relative to the person's own.
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

/** npm does not forward SIGKILL, and the shell between npm and us forwards nothing. */
function endWithParent(child) {
  const starters = startersOf()
  setInterval(() => {
    if (startersOf() !== starters) child.kill('SIGTERM')
  }, STARTER_CHECK_MS)
}

/** Our parent; if that is the shell in which npm runs scripts, also npm. */
function startersOf() {
  const parent = process.ppid
  const facts = /\((?:sh|dash|bash)\) \S (\d+)/.exec(statOf(parent))
  return facts === null ? `${parent}` : `${parent} ${facts[1]}`
}

/** Returns '' if there is no /proc. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
