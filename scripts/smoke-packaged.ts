// `npm run smoke -- PROGRAM [ARGUMENT ...]`: starts a packaged Phoenix, waits until its page has rendered, and ends it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Limit for a first start on a machine that checks each new program. */
const START_MS = 90_000
const END_MS = 10_000
const LOOK_MS = 100

const [program, ...args] = process.argv.slice(2)
if (program === undefined) throw new Error('Name the program: dist/linux-unpacked/phoenix')
const fault = await faultOf(program, args)
console.log(fault ?? `${program} starts, shows its page and ends.`)
process.exitCode = fault === null ? 0 : 1

/** Returns a sentence, or null if all went well. */
async function faultOf(path: string, given: readonly string[]): Promise<string | null> {
  const data = mkdtempSync(join(tmpdir(), 'phoenix-smoke-'))
  const child = spawn(path, given, {
    env: { ...process.env, PHOENIX_DATA_DIR: data },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exit = once(child, 'exit')
  try {
    // The window is saved once the page has reported its colour: the page's script ran, over the protocol and the
    // preload's bridge.
    const isShown = await until(START_MS, () => existsSync(join(data, 'window.json')), exit)
    if (!isShown) return `${path} showed no page.`
    child.kill('SIGTERM')
    const ended = await Promise.race([exit, pause(END_MS, null, { ref: false })])
    if (ended === null) return `${path} did not end.`
    // Windows has no signals: kill ends the process immediately.
    if (process.platform !== 'win32' && ended[0] !== 0) return `${path} left with ${ended[0]}.`
    const log = readFileSync(join(data, 'log/phoenix.log'), 'utf8')
    return log.includes('"level":"error"') ? `${path} logged an error:\n${log}` : null
  } catch (error) {
    return `${path} cannot be started: ${String(error)}`
  } finally {
    child.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns false if it took longer than `ms`, or if the program exited first. */
async function until(ms: number, isSo: () => boolean, exit: Promise<unknown>): Promise<boolean> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (isSo()) return true
    const left = await Promise.race([exit, pause(LOOK_MS, null)])
    if (left !== null) return false
  }
  return false
}
