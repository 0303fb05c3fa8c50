import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneOfEvery } from '../../../shared/testing/by-tier.ts'
import { linkInFragment } from '../../../shared/link.ts'
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

let root: string
let data: string
const children: ChildProcess[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'phoenix-run-'))
  data = join(root, 'data')
  writePage(root, { 'index.html': '<!doctype html>' })
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

interface Started {
  readonly child: ChildProcess
  readonly printed: { out: string; err: string }
  readonly left: Promise<number | null>
}

function start(
  options: {
    args?: readonly string[]
    closingMs?: number
    environment?: NodeJS.ProcessEnv
    hasParent?: boolean
    cwd?: string
  } = {},
): Started {
  const {
    args = ['--data', data],
    closingMs = 0,
    environment = {},
    hasParent = false,
    cwd,
  } = options
  const node = ['--no-warnings', '--input-type=module', '--eval', ENTRY, root]
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

async function addressOf(started: Started): Promise<string> {
  while (!started.printed.out.includes('\n')) {
    if (started.child.exitCode !== null) throw new Error(started.printed.err)
    await Promise.race([once(started.child.stdout ?? started.child, 'data'), started.left])
  }
  return /http:\S+/.exec(started.printed.out)?.[0] ?? ''
}

function traceOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map(
      (name) => `${name} ${statSync(join(path, name)).size} ${statSync(join(path, name)).mtimeMs}`,
    )
}

const ms = async (work: Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}

test('one line on standard output contains the address, and nothing else is printed; PHOENIX_DATA_DIR names the data folder as --data does', async () => {
  const named = join(root, 'named')
  const first = start({ args: [], environment: { PHOENIX_DATA_DIR: named } })
  expect(await addressOf(first)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/)
  expect(readdirSync(named)).toContain('phoenix.lock')
  first.child.kill('SIGTERM')
  expect(await first.left).toBe(0)
  expect(first.printed).toEqual({
    out: expect.stringMatching(/^Phoenix is at http:\S+\n$/),
    err: '',
  })
})

test('a second instance exits, names the first and writes nothing', async () => {
  const first = start()
  const address = await addressOf(first)
  const before = traceOf(data)
  const second = start()
  expect(await second.left).toBe(1)
  const origin = new URL(address).origin
  expect(second.printed).toEqual({
    out: '',
    err: expect.stringContaining(`process ${first.child.pid} at ${origin}. `),
  })
  expect(second.printed.err).not.toContain('code=')
  expect(traceOf(data)).toEqual(before)
})

test('a folder named at the start is where its windows begin, relative to where it was started', async () => {
  const name = 'a & b=#%'
  mkdirSync(join(root, name))
  const started = start({ args: ['--data', data, `./${name}`], cwd: root })
  const { hash } = new URL(await addressOf(started))
  expect(hash).toMatch(/^#code=[\w-]{43}&folder=/)
  expect(linkInFragment(hash)).toEqual({
    type: 'folder',
    folder: join(realpathSync(root), name),
  })
})

test('a folder that is not there is refused before anything starts', async () => {
  const there = join(root, 'file')
  writeFileSync(there, '')
  const cases = [
    [join(root, 'gone'), 'it does not exist'],
    [there, 'it is not a folder'],
    ['file://elsewhere%', 'that is not a path'],
  ] as const
  for (const [folder, why] of oneOfEvery(3, cases)) {
    const { left, printed } = start({ args: ['--data', data, folder] })
    expect(await left).toBe(1)
    expect(printed).toEqual({
      out: '',
      err: `Phoenix can’t start a conversation in ${folder}: ${why}. Name another folder, or none.\n`,
    })
  }
  expect(existsSync(data)).toBe(false)
})

test('a failed start gives its reason in sentences on standard error and exits with code 1', async () => {
  writeFileSync(join(root, 'file'), '')
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const address = busy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--data', join(root, 'file')], /^Phoenix can’t keep its data in .+file: .+\.\n$/],
    [['--data', '/proc/nowhere'], /^Phoenix can’t keep its data in \/proc\/nowhere: .+\.\n$/],
    [['--data', data, '--port', `${port}`], /^Port \d+ is in use by another program\. .+\.\n$/],
    [['--data', data, '--port', 'eighty'], /^The port must be a number .+\.\n$/],
    [['--data', data, '--host', '0.0.0.0'], /^One of the arguments is unknown\. .+\.\n$/],
    [['--data', data, root, root], /^One of the arguments is unknown\. .+\.\n$/],
    [['--data='], /^--data needs a folder\. .+\.\n$/],
  ]
  for (const [args, sentence] of oneOfEvery(3, cases)) {
    const started = start({ args })
    expect([await started.left, started.printed.out]).toEqual([1, ''])
    expect(started.printed.err).toMatch(sentence)
  }
  busy.close()
  // The start that failed after taking the lock has released it.
  await addressOf(start())
})

// shutdown.test.ts asserts the 2 s; one process among many on a busy machine may take longer to leave.
test('T27: it ends by itself despite open connections and work that does not end', async () => {
  const started = start({ closingMs: 60_000 })
  const { port } = new URL(await addressOf(started))
  const idle = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  await once(idle, 'connect')
  idle.write('POST /session HTTP/1.1\r\n')
  started.child.kill('SIGTERM')
  expect(await ms(started.left)).toBeLessThan(10_000)
  expect(await started.left).toBe(0)
  idle.destroy()
})

test('a second signal ends it at once, even one that arrives together with the first', async () => {
  const started = start({ closingMs: 60_000 })
  await addressOf(started)
  started.child.kill('SIGINT')
  started.child.kill('SIGTERM')
  const again = setInterval(() => started.child.kill('SIGINT'), 350)
  expect(await ms(started.left)).toBeLessThan(1_000)
  clearInterval(again)
  expect(await started.left).toBe(130)
})

test('a closed standard output does not end it, the end of the script that started it does', async () => {
  const started = start({ hasParent: true })
  const { origin } = new URL(await addressOf(started))
  started.child.stdout?.destroy()
  expect((await fetch(origin)).status).toBe(200)
  // Node emits no 'close' for a child whose channel its parent has closed.
  const exit = once(started.child, 'exit')
  started.child.disconnect()
  expect(await exit).toEqual([0, null])
})

// Row 26, as far as the host goes.
test('neither code nor token is in the data folder, the arguments or the environment', async () => {
  const started = start()
  const address = new URL(await addressOf(started))
  const code = address.hash.replace('#code=', '')
  const headers = { origin: address.origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ code })
  const swapped = await fetch(`${address.origin}/session`, { method: 'POST', headers, body })
  const token = String(Object(await swapped.json())['token'])
  expect(token).toHaveLength(43)
  const places = readdirSync(data)
    .filter((name) => name !== 'phoenix.sock')
    .map((name) => readFileSync(join(data, name), 'latin1'))
  for (const name of ['cmdline', 'environ']) {
    places.push(readFileSync(`/proc/${started.child.pid}/${name}`, 'latin1'))
  }
  for (const secret of [code, token]) expect(places.join('\n')).not.toContain(secret)
  expect(started.printed.out + started.printed.err).not.toContain(token)
})
