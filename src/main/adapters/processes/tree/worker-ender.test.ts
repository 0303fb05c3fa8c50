import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { oneOfEvery } from '../../../../shared/testing/by-tier.ts'
import {
  aliveWith,
  endAllWith,
  hasProc,
  start,
  supervisorOn,
  SWEEP_WORKER,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'
import { threadOf } from '../../system/thread-source.fixture.ts'
import { createWorkerEnder } from './worker-ender.ts'

const GROUP = "trap '' TERM; sleep S & echo ready; sleep S"
const STRAY = 'setsid sleep S & echo ready; sleep S'

async function cancelWith(sweepWorker: URL, script = GROUP): Promise<void> {
  using data = temporaryFolder()
  const supervisor = supervisorOn(data.path, { sweepWorker })
  const seconds = uniqueSleep()
  try {
    const run = start(supervisor, script.replaceAll('S', seconds))
    await run.ready
    await until(() => aliveWith(seconds).length >= 2)
    run.abort()
    expect(await run.outcome).toEqual({ type: 'aborted' })
    await until(() => aliveWith(seconds).length === 0)
  } finally {
    endAllWith(seconds)
    await supervisor.close()
  }
}

describe.runIf(hasProc)('when the sweep thread fails', () => {
  const dying = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => process.exit(1))
  `
  const failing = [
    ['is silent', threadOf('setInterval(() => {}, 1000)')],
    ['cannot even start', threadOf('throw new Error("no")')],
    ['is not there', new URL('file:///no/such/worker.js')],
    ['dies on every order', threadOf(dying)],
  ] as const
  test.for(oneOfEvery(4, failing))('and %s, the main thread ends the group itself', ([, thread]) =>
    cancelWith(thread),
  )

  test('and dies once, it is restarted and receives the open orders', async () => {
    using data = temporaryFolder()
    const flag = join(data.path, 'died')
    await cancelWith(
      threadOf(`
        import { existsSync, writeFileSync } from 'node:fs'
        import { parentPort } from 'node:worker_threads'
        if (existsSync(${JSON.stringify(flag)})) await import(${JSON.stringify(SWEEP_WORKER.href)})
        else parentPort.once('message', () => { writeFileSync(${JSON.stringify(flag)}, ''); process.exit(1) })
      `),
      STRAY,
    )
    expect(existsSync(flag)).toBe(true)
  })
})

test('a sweep thread that has died five times is not started again', async () => {
  const started: Worker[] = []
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const take = (worker: Worker): void => {
    started.push(worker)
    // Runs after the listener that would start the next one.
    if (started.length === 5) worker.once('exit', () => resolve())
  }
  process.on('worker', take)
  const ender = createWorkerEnder(threadOf('throw new Error("no")'))
  ender.standBy?.()
  try {
    await isOver
    await new Promise(setImmediate)
    expect(started).toHaveLength(5)
  } finally {
    process.off('worker', take)
    await ender.close()
  }
})

function threads(): number {
  return readdirSync('/proc/self/task').length
}

test.runIf(hasProc)('the thread starts with the first process, and the close ends it', async () => {
  using data = temporaryFolder()
  const started: string[] = []
  const take = (worker: Worker): void => void started.push(worker.threadName ?? '')
  process.on('worker', take)
  const before = threads()
  const supervisor = supervisorOn(data.path, { sweepWorker: SWEEP_WORKER })
  try {
    expect(started).toEqual([])
    const run = start(supervisor, 'echo ready')
    await run.outcome
    expect(started).toEqual(['sweep'])
  } finally {
    process.off('worker', take)
    await supervisor.close()
  }
  // Threads of other components in this process may have ended meanwhile, and the system lists an ended one for a moment.
  await until(() => threads() <= before)
})
