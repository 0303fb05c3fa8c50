import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { writePage } from './page.fixture.ts'

// The entry as a separate process, with a program that only holds its connections.
const ENTRY = `
  import { runBrowserHost } from ${JSON.stringify(new URL('./run-browser-host.ts', import.meta.url).href)}
  import { setTimeout as pause } from 'node:timers/promises'
  const [rendererFolder, closingMs, ...args] = process.argv.slice(1)
  await runBrowserHost({
    args,
    environment: process.env,
    page: { type: 'built', folder: rendererFolder },
    compose: async () => ({
      ok: true,
      value: { attach: () => {}, close: () => pause(Number(closingMs)) },
    }),
  })
`

/** Where the hosts of the running test find their page and keep their data. */
export const place = { root: '', data: '' }
const children: ChildProcess[] = []

export function hostsForEachTest(): void {
  beforeEach(() => {
    place.root = mkdtempSync(join(tmpdir(), 'phoenix-run-'))
    place.data = join(place.root, 'data')
    writePage(place.root, { 'index.html': '<!doctype html>' })
  })

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(place.root, { recursive: true, force: true })
  })
}

export interface Started {
  readonly child: ChildProcess
  readonly printed: { out: string; err: string }
  readonly left: Promise<number | null>
}

export function start(
  options: {
    args?: readonly string[]
    closingMs?: number
    environment?: NodeJS.ProcessEnv
    hasParent?: boolean
    cwd?: string
  } = {},
): Started {
  const {
    args = ['--data', place.data],
    closingMs = 0,
    environment = {},
    hasParent = false,
    cwd,
  } = options
  const node = ['--no-warnings', '--input-type=module', '--eval', ENTRY, place.root]
  const child = spawn(process.execPath, [...node, `${closingMs}`, '--no-open', ...args], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', hasParent ? 'ipc' : 'ignore'],
  })
  children.push(child)
  const printed = { out: '', err: '' }
  child.stdout?.on('data', (bytes: Buffer) => (printed.out += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (printed.err += bytes.toString()))
  return { child, printed, left: once(child, 'close').then(([code]) => Number(code)) }
}

export async function addressOf(started: Started): Promise<string> {
  while (!started.printed.out.includes('\n')) {
    if (started.child.exitCode !== null) throw new Error(started.printed.err)
    await Promise.race([once(started.child.stdout ?? started.child, 'data'), started.left])
  }
  return /http:\S+/.exec(started.printed.out)?.[0] ?? ''
}

export const ms = async (work: Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}
