import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Ground, hasSandbox } from '../sandbox/sandbox.fixture.ts'
import { hasProc, SWEEP_WORKER } from './supervisor-fixture.ts'

/** The address of a module as a word of code. */
function url(name: string): string {
  return JSON.stringify(new URL(name, import.meta.url).href)
}

/** A Phoenix without a face, as code: runs one command, confined or not, and prints what came of it. */
const HOST = `
  const [, isConfined, folder, data, home, cache, command] = process.argv
  const { createSupervisor } = await import(${url('./supervisor.ts')})
  const { findSandbox } = await import(${url('../sandbox/find-sandbox.ts')})
  const environment = { ...process.env, XDG_CACHE_HOME: cache }
  const found = await findSandbox({ platform: 'linux', environment, home, dataFolder: data })
  const supervisor = createSupervisor({
    dataFolder: data, sweepWorker: new URL(${JSON.stringify(SWEEP_WORKER.href)}), clock: Date, environment,
    sandbox: found.sandbox ?? null,
  })
  const confinement = isConfined === 'confined' ? { folder: 'writable', network: true } : null
  const outcome = await supervisor.run({
    conversationId: 'c', workId: 'w', command, folder, limitMs: 20_000, onOutput: () => undefined,
    confinement, signal: new AbortController().signal,
  })
  process.stdout.write(outcome.type === 'exited' ? outcome.printed.text : JSON.stringify(outcome))
  await supervisor.close()
`

/** Says where what is open at 40 leads, and writes to it. */
const COMMAND = 'readlink /proc/self/fd/40; trap "" PIPE; echo taken >&40'

function ranWithOpen(ground: Ground, how: 'confined' | 'bare'): { printed: string; file: string } {
  const path = join(ground.root, 'of the starter')
  writeFileSync(path, 'untouched')
  const file = openSync(path, 'a')
  const { folder, dataFolder, home, root } = ground
  const args = [how, folder, dataFolder, home, join(root, 'cache'), COMMAND]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', HOST, ...args],
    {
      encoding: 'utf8',
      stdio: [
        'ignore',
        'pipe',
        'pipe',
        ...Array.from({ length: 37 }, () => 'ignore' as const),
        file,
      ],
    },
  )
  closeSync(file)
  return { printed: stdout + stderr, file: readFileSync(path, 'utf8') }
}

describe.runIf(hasProc)('what the starter of Phoenix left open', () => {
  test.runIf(hasSandbox)('reaches no command in the sandbox', () => {
    using ground = new Ground()
    const { file, printed } = ranWithOpen(ground, 'confined')
    expect(printed).toMatch(/^socket:/)
    expect(file).toBe('untouched')
  })

  test('reaches no command outside of it', () => {
    using ground = new Ground()
    const { file, printed } = ranWithOpen(ground, 'bare')
    expect(printed).toMatch(/^socket:/)
    expect(file).toBe('untouched')
  })
})
