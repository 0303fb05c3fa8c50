import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Ground, hasSandbox } from '../../sandbox/sandbox.fixture.ts'
import { bareOrder, sandboxedOrder, HOST, hostArguments } from '../host.fixture.ts'
import { hasProc } from '../supervisor-fixture.ts'
import { withoutInherited } from './inherited.ts'

/** Runs its command, sandboxed or not, and prints the outcome. */
const RUNNING = `${HOST}
  const outcome = await supervisor.run(requestOf())
  process.stdout.write(outcome.type === 'exited' ? outcome.printed.text : JSON.stringify(outcome))
  await supervisor.close()
`

/** Prints where descriptor 40 leads, and writes to it. */
const COMMAND = 'readlink /proc/self/fd/40; trap "" PIPE; echo taken >&40'

function ranWithOpen(ground: Ground, how: 'sandboxed' | 'bare'): { printed: string; file: string } {
  const path = join(ground.root, 'of the starter')
  writeFileSync(path, 'untouched')
  const file = openSync(path, 'a')
  const order =
    how === 'bare' ? bareOrder(ground.dataFolder, COMMAND) : sandboxedOrder(ground, COMMAND)
  const { stdout, stderr } = spawnSync(process.execPath, hostArguments(RUNNING, order), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', ...Array.from({ length: 37 }, () => 'ignore' as const), file],
  })
  closeSync(file)
  return { printed: stdout + stderr, file: readFileSync(path, 'utf8') }
}

describe.runIf(hasProc)('file descriptors that Phoenix inherited', () => {
  test.runIf(hasSandbox)('reach no command in the sandbox', () => {
    using ground = new Ground()
    const { file, printed } = ranWithOpen(ground, 'sandboxed')
    expect(printed).toMatch(/^socket:/)
    expect(file).toBe('untouched')
  })

  test('reach no command outside it', () => {
    using ground = new Ground()
    const { file, printed } = ranWithOpen(ground, 'bare')
    expect(printed).toMatch(/^socket:/)
    expect(file).toBe('untouched')
  })
})

test('an inherited descriptor takes no place of those that a command is given', () => {
  const FILTER = 17
  expect(withoutInherited(['pipe', FILTER], [3, 4, 6])).toEqual(['pipe', FILTER, 'ignore', 'pipe'])
})
