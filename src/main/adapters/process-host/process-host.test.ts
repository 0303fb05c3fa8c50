import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type {
  CommandProcess,
  ProcessOrder,
  StartedProcess,
} from '../processes/spawn/command-process.ts'
import { readProcess } from '../processes/tree/process-table.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import type { OpenChannel } from './channel.ts'
import { testChannel, orderOf, runningHost, nextParent } from './process-host.fixture.ts'
import { createProcessHost, type ProcessHost } from './process-host.ts'

type Started = Extract<StartedProcess, { type: 'started' }>

async function startedBy(
  host: ProcessHost,
  script: string,
  options: Partial<ProcessOrder> = {},
): Promise<Started> {
  const answer = await host.start(orderOf(script, options))
  if (answer.type !== 'started') throw new Error(JSON.stringify(answer))
  return answer
}

async function endOf({ child, exit }: Started): Promise<readonly unknown[]> {
  return Promise.all([text(child.stdout), text(child.stderr), exit])
}

test.runIf(process.platform === 'linux')(
  'begins when the first command has ended, or with the second',
  async () => {
    for (const isSecond of [false, true]) {
      using data = temporaryFolder()
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      let hasBegun = false
      const processHost: OpenChannel = (...overrides) => {
        hasBegun = true
        resolve()
        return testChannel(...overrides)
      }
      const options = { dataFolder: data.path, processHost }
      const host = createProcessHost(options, createRunTokens().next())
      const seconds = uniqueSleep()
      try {
        const first = await startedBy(host, `exec sleep ${seconds}`)
        await until(() => aliveWith(seconds).length === 1)
        expect(hasBegun).toBe(false)
        if (isSecond) await startedBy(host, 'true')
        else endAllWith(seconds)
        await begun
        endAllWith(seconds)
        await first.exit
      } finally {
        endAllWith(seconds)
        host.close()
      }
    }
  },
)

describe.runIf(hasProc)('the process host', () => {
  let own: Awaited<ReturnType<typeof runningHost>>

  let pid = 0

  beforeAll(async () => {
    own = await runningHost()
    pid = own.pid
  })

  afterAll(() => own[Symbol.dispose]())

  const started = (script: string, overrides?: Partial<ProcessOrder>): Promise<Started> =>
    startedBy(own.host, script, overrides)

  test('starts commands as its children, and passes on their output and how they end', async () => {
    const script = 'echo "$PPID $OWN $0"; pwd; echo no >/dev/stderr; exit 3'
    const run = await started(script, { folder: own.folder })
    expect(readProcess(run.child.pid)?.startTime ?? run.child.startTime).toBe(run.child.startTime)
    const printed = `${pid} given bash\n${own.folder}\n`
    expect(await endOf(run)).toEqual([printed, 'no\n', { code: 3, signal: null }])
    const killed = await endOf(await started('kill -9 $$'))
    expect(killed).toEqual(['', '', { code: null, signal: 'SIGKILL' }])
  })

  test('each command leads its own group and session, with nothing open but its output', async () => {
    const run = await started('cut -d " " -f 1,5,6 /proc/$$/stat; ls -l /proc/$$/fd; wait')
    const leader = run.child.pid
    const [printed] = await endOf(run)
    const [names, , ...open] = String(printed).trim().split('\n')
    expect(names).toBe(`${leader} ${leader} ${leader}`)
    // What the starter of the tests left open is a dead pipe (inherited.test.ts).
    expect(open.map((line) => / (\d+) -> (.*)$/.exec(line)?.slice(1)).slice(0, 3)).toEqual([
      ['0', '/dev/null'],
      ['1', expect.stringContaining(`${own.folder}/pipes/`)],
      ['2', expect.stringContaining(`${own.folder}/pipes/`)],
    ])
  })

  test('says why a command cannot be started, and starts the next one', async () => {
    const long = 'x'.repeat(3_000_000)
    expect(await own.host.start(orderOf(long))).toEqual({ type: 'failed', code: 'E2BIG' })
    const missingProgram = orderOf('true', { file: join(own.folder, 'none') })
    expect(await own.host.start(missingProgram)).toEqual({ type: 'failed', code: 'ENOENT' })
    expect(await nextParent(own.host)).toBe(pid)
  })

  test('a command waits at its gate until it is let in', async () => {
    const waiting = 'echo ready >&3; read -r word <&3; exec 3<&-; echo "$word"'
    const run = await started(waiting, { hasGate: true })
    const { gate } = run.child
    if (gate === null) throw new Error('It has no gate.')
    gate.resume()
    await once(gate, 'data')
    gate.end('go\n')
    expect(await endOf(run)).toEqual(['go\n', '', { code: 0, signal: null }])
    const refused = await started(waiting, { hasGate: true })
    refused.child.gate?.destroy()
    expect(await endOf(refused)).toEqual(['\n', '', { code: 0, signal: null }])
  })

  test('output does not pass through it, and stays in the command while nobody reads', async () => {
    const bytes = 50_000_000
    const before = readBytes(pid)
    const run = await started(`head -c ${bytes} /dev/zero`)
    await until(() => writesNothing(run.child))
    let count = 0
    run.child.stdout.on('data', (chunk: Buffer) => (count += chunk.length)).resume()
    await once(run.child.stdout, 'end')
    expect(count).toBe(bytes)
    expect(readBytes(pid) - before).toBeLessThan(bytes / 50)
  })

  test('commands at the same time each have their own output, and leave nothing open', async () => {
    const before = openIn(pid)
    const names = Array.from({ length: 20 }, (_, index) => `command ${index}`)
    const runs = names.map(async (name) => endOf(await started(`echo ${name}; echo ${name} >&2`)))
    const expected = names.map((name) => [`${name}\n`, `${name}\n`, { code: 0, signal: null }])
    expect(await Promise.all(runs)).toEqual(expected)
    await until(() => openIn(pid) === before)
  })

  test('makes the pipes of later commands, so no fork holds this process up', async () => {
    using tools = temporaryFolder()
    const environment = { PATH: String(process.env['PATH']) }
    const parents = join(tools.path, 'parents')
    const script = `#!/bin/sh\necho $PPID >> ${parents}\nexec /usr/bin/mkfifo "$@"\n`
    writeFileSync(join(tools.path, 'mkfifo'), script, { mode: 0o700 })
    vi.stubEnv('PATH', tools.path)
    onTestFinished(() => void vi.unstubAllEnvs())
    while (!existsSync(parents)) await endOf(await started('echo on', { environment }))
    await until(() => readFileSync(parents, 'utf8') === `${pid}\n`)
  })

  test('when it dies its commands count as killed, and the next ones get another process host', async () => {
    using mortal = await runningHost()
    const seconds = uniqueSleep()
    try {
      const run = await startedBy(mortal.host, `sleep ${seconds}`)
      process.kill(mortal.pid, 'SIGKILL')
      expect(await run.exit).toEqual({ code: null, signal: 'SIGKILL' })
      await nextParent(mortal.host, mortal.pid)
    } finally {
      endAllWith(seconds)
    }
  })

  test('only a line with the secret is accepted as a gate', async () => {
    const stranger = connect(join(own.folder, 'process-host.sock'))
    stranger.end(Buffer.alloc(20))
    stranger.resume()
    await once(stranger, 'close')
    expect(await nextParent(own.host)).toBe(pid)
  })

  test('its own process holds neither the secret nor any variable of Phoenix except its run token', () => {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
    const names = variables.map((variable) => variable.split('=')[0])
    expect(new Set(names)).toEqual(
      new Set(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'PHOENIX_RUN']),
    )
    const overrides = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    expect(overrides.slice(1)).toEqual([
      '--single-threaded',
      expect.stringContaining('process-host-entry'),
    ])
  })

  test('ends when it is closed, and removes its socket', async () => {
    using closing = await runningHost()
    closing.host.close()
    await until(() => readProcess(closing.pid)?.isDead !== false)
    // Pipes that were being made are removed once that has ended.
    await until(() => readdirSync(closing.folder).length === 0)
  })
})

function openIn(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** How many bytes its main thread has read; the number of a process includes its children. */
function readBytes(pid: number): number {
  return Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/task/${pid}/io`, 'utf8'))?.[1])
}

let lastWritten = -1

/** True if it has written something, and no more than at the last check. */
function writesNothing({ pid }: CommandProcess): boolean {
  const [before, now] = [
    lastWritten,
    Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]),
  ]
  lastWritten = now
  return now > 0 && now === before
}
