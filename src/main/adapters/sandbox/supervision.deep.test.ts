import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardiansOf } from '../processes/killed-host.fixture.ts'
import { procTable } from '../processes/tree/process-table.ts'
import type { RunRequest } from '../processes/runs/start-run.ts'
import { createSupervisor, type Supervisor } from '../processes/supervisor.ts'
import {
  aliveWith,
  PATIENT,
  requestOf,
  SWEEP_WORKER,
  uniqueSleep,
  until,
} from '../processes/supervisor-fixture.ts'
import { cancelOnce, shapes, timeOutOnce } from '../processes/tree/tree-shapes.fixture.ts'
import { killSandboxingHost } from './sandboxing-host.fixture.ts'
import type { Sandbox } from './sandbox.ts'
import {
  sandboxedSupervisor,
  Ground,
  hasSandbox,
  OPEN,
  printedBy,
  runIn,
} from './sandbox.fixture.ts'

/** From the shapes of trees. */
const HARDEST = new Set<string>(['ignores SIGTERM', 'daemon with an empty environment'])

describe.runIf(hasSandbox)('commands in the sandbox are supervised like all others', () => {
  const ground = new Ground()
  let supervisor: Supervisor
  let options: Partial<RunRequest>
  beforeAll(async () => {
    supervisor = sandboxedSupervisor(ground.dataFolder, await ground.find(), PATIENT)
    options = { folder: ground.folder, sandboxPolicy: OPEN }
  })
  afterAll(async () => {
    await supervisor.close()
    ground[Symbol.dispose]()
  })

  test.for(shapes)('nothing is left of a cancelled tree: %s', async ([, least, script]) => {
    await cancelOnce(supervisor, script, least, options)
  })

  test.for(shapes.filter(([name]) => HARDEST.has(name)))(
    'nothing is left of a tree that times out: %s',
    async ([, least, script]) => {
      await timeOutOnce(supervisor, script, least, options)
    },
  )

  test('a daemon with an empty environment dies with its command', async () => {
    const seconds = uniqueSleep()
    const script = `(env -i setsid sleep ${seconds} >/dev/null 2>&1 &); sleep 0.1; echo done`
    const outcome = await runIn(supervisor, ground, script)
    expect(outcome).toMatchObject({ type: 'exited', code: 0, printed: { text: 'done\n' } })
    await until(() => aliveWith(seconds).length === 0)
  })

  test.for([
    ['exit 3', { type: 'exited', code: 3 }],
    ['exit 129', { type: 'exited', code: 129 }],
    ['exit 255', { type: 'exited', code: 255 }],
    ['kill -SEGV $$', { type: 'signalled', signal: 'SIGSEGV' }],
    ['kill -KILL $$', { type: 'signalled', signal: 'SIGKILL' }],
    ['kill -TERM $$', { type: 'signalled', signal: 'SIGTERM' }],
  ] as const)('its end is reported as without a sandbox: %s', async ([script, expected]) => {
    expect(await runIn(supervisor, ground, script)).toMatchObject(expected)
  })

  test('a command aborted while its sandbox is set up never runs', async () => {
    const found = await ground.find()
    if (found.type !== 'found') throw new Error(found.reason)
    const stop = new AbortController()
    const sandbox: Sandbox = {
      ...found.sandbox,
      prepare(command) {
        // After the fork, and before any output of the child can arrive.
        queueMicrotask(() => stop.abort())
        return found.sandbox.prepare(command)
      },
    }
    const own = sandboxedSupervisor(ground.dataFolder, { type: 'found', sandbox })
    expect(await runIn(own, ground, 'touch ran', { signal: stop.signal })).toEqual({
      type: 'aborted',
    })
    await own.close()
    expect(readdirSync(ground.folder)).not.toContain('ran')
  })

  test('its output arrives while it runs, from both streams', async () => {
    const pieces: string[] = []
    const onOutput = (text: string): void => void pieces.push(text)
    const outcome = await runIn(supervisor, ground, 'echo one; sleep 0.2; echo two >&2', {
      onOutput,
    })
    expect(printedBy(outcome)).toBe('one\ntwo\n')
    expect(pieces[0]).toBe('one\n')
  })

  test('runs leave no zombie, no open file and no process', async () => {
    await runIn(supervisor, ground, 'true')
    const before = readdirSync('/proc/self/fd').length
    for (let round = 0; round < 20; round++) {
      await runIn(supervisor, ground, round % 10 === 0 ? 'sleep 9 & :' : 'true')
    }
    await until(() => readdirSync(join(ground.dataFolder, 'runs')).length === 0)
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 2)
    const children = procTable.rows().filter(({ parent }) => parent === process.pid)
    expect(children.map(({ pid }) => pid)).toEqual(guardiansOf(process.pid))
  })

  test.for(shapes.filter(([name]) => HARDEST.has(name)))(
    'a host that is killed leaves nothing behind: %s',
    async ([, least, script]) => {
      await killSandboxingHost(ground, script, least)
    },
  )
})

describe('a command that needs a sandbox never runs without one', () => {
  test('without a sandbox', async () => {
    using ground = new Ground()
    const bare = sandboxedSupervisor(ground.dataFolder, { type: 'missing', reason: '' })
    const outcome = await runIn(bare, ground, 'touch ran')
    const reason = 'There is no sandbox to run this command in. Nothing was run.'
    expect(outcome).toEqual({ type: 'notStarted', reason })
    expect(readdirSync(ground.folder)).toEqual([])
    await bare.close()
  })

  test.for([
    [
      'fails',
      'echo "bwrap: no namespaces today" >&2; exit 1',
      /could not be set up.*no namespaces today/,
    ],
    ['is gone', null, /Nothing was run/],
  ] as const)('with a sandbox that %s by then', async ([, program, expected]) => {
    using ground = new Ground()
    const file = join(ground.root, 'bwrap')
    if (program !== null) writeFileSync(file, `#!/bin/sh\n${program}\n`, { mode: 0o755 })
    const launch = {
      file,
      args: [],
      environment: {},
      waitsAtGate: true,
      release: () => Promise.resolve(),
    }
    const supervisor = createSupervisor({
      dataFolder: ground.dataFolder,
      sweepWorker: SWEEP_WORKER,
      clock: Date,
      environment: process.env,
      sandbox: {
        look: () => Promise.resolve(),
        findings: () => [],
        prepare: async () => ({ ok: true, value: launch }),
      },
    })
    const options = { folder: ground.folder, sandboxPolicy: OPEN }
    const outcome = await supervisor.run(requestOf('touch ran', options))
    expect(outcome).toMatchObject({ type: 'notStarted', reason: expect.stringMatching(expected) })
    expect(readdirSync(ground.folder)).toEqual([])
    await supervisor.close()
  })
})
