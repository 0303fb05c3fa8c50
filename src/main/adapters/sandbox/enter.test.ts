import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CONVERSATION, hasProc, temporaryFolder } from '../processes/supervisor-fixture.ts'
import { ok } from '../../../shared/result.ts'
import { enter, unsupervised } from './enter.ts'
import type { Sandbox } from './sandbox.ts'
import { OPEN } from './sandbox.fixture.ts'

/** Takes the part of a sandbox's first process: comes to the gate, and lives until the file exists. */
const FIRST = 'echo ready >&3; read -r go <&3; echo in; until [ -e end ]; do sleep 0.02; done'

test.runIf(hasProc)(
  'a folder is released when the first process of the sandbox is dead, not only with the sandbox itself',
  async () => {
    using place = temporaryFolder()
    let isReleased = false
    const sandbox: Sandbox = {
      look: () => Promise.resolve(),
      findings: () => [],
      prepare: async () =>
        ok({
          file: 'bash',
          args: ['-c', `(${FIRST}) > said & until [ -s said ]; do sleep 0.02; done`],
          environment: {},
          waitsAtGate: true,
          release: async () => void (isReleased = true),
        }),
    }
    const folder = place.path
    const environment = { PATH: process.env['PATH'] ?? '' }
    const entered = await enter(
      sandbox,
      { conversationId: CONVERSATION, folder, command: '', sandboxPolicy: OPEN },
      {
        lookMs: 10_000,
        signal: new AbortController().signal,
        ...unsupervised({ command: '', folder, environment, runToken: null }),
      },
    )
    if (entered.type !== 'entered') throw new Error(entered.type)
    const { released, started } = entered
    await started.exit
    await nextTurn()
    expect(isReleased).toBe(false)
    writeFileSync(join(folder, 'end'), '')
    await released
    expect(isReleased).toBe(true)
  },
)

test('a Stop while the sandbox is prepared is followed at once, and what that leaves is removed', async () => {
  const stop = new AbortController()
  const prepared = Promise.withResolvers<Awaited<ReturnType<Sandbox['prepare']>>>()
  const released = Promise.withResolvers<void>()
  const sandbox: Sandbox = {
    look: () => Promise.resolve(),
    findings: () => [],
    prepare: () => {
      queueMicrotask(() => stop.abort())
      return prepared.promise
    },
  }
  const entered = await enter(
    sandbox,
    { conversationId: CONVERSATION, folder: '/', command: '', sandboxPolicy: OPEN },
    {
      lookMs: 10_000,
      signal: stop.signal,
      ...unsupervised({ command: '', folder: '/', environment: {}, runToken: null }),
    },
  )
  expect(entered).toEqual({ type: 'aborted' })
  const release = async (): Promise<void> => released.resolve()
  prepared.resolve(ok({ file: '', args: [], environment: {}, waitsAtGate: true, release }))
  await released.promise
})
