import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConversationId } from '../../../shared/ids.ts'
import { HOST, killHost } from './killed-host.fixture.ts'
import { createSupervisorWith, type Supervisor } from './supervisor.ts'
import {
  aliveWith,
  CONVERSATION,
  endAllWith,
  hasProc,
  inlineEnder,
  requestOf,
  supervisorOn,
  stubbornTable,
  temporaryFolder,
  uniqueSleep,
  until,
} from './supervisor-fixture.ts'

/** How a job can be built that is hard to end, of sleeps of S seconds, and how many processes it has at least. */
const shapes = [
  ['plain', 1, 'sleep S'],
  ['setsid grandchild', 2, 'setsid sleep S & sleep S'],
  ['child that ignores SIGTERM', 2, "(trap '' TERM; sleep S; sleep S) & wait"],
  ['double fork', 2, "(setsid bash -c 'sleep S & sleep S' &); sleep S"],
] as const

const STARTING = `${HOST}
  await supervisor.jobs.start(request)
  setInterval(() => {}, 1000)
`

/** Starts a job and does not wait for the answer, which takes a second. */
function begin(
  supervisor: Supervisor,
  script: string,
  seconds: string,
  conversationId = CONVERSATION,
): Promise<unknown> {
  return supervisor.jobs.start(requestOf(script.replaceAll('S', seconds), { conversationId }))
}

describe.runIf(hasProc)('the processes of background jobs', () => {
  const data = temporaryFolder()
  let supervisor: Supervisor
  beforeAll(() => {
    supervisor = supervisorOn(data.path)
  })
  afterAll(async () => {
    await supervisor.close()
    data[Symbol.dispose]()
  })

  test(
    'of 20 jobs that are stopped, each within 500 ms, nothing is left',
    { retry: 2, timeout: 60_000 },
    async () => {
      const times: number[] = []
      for (let round = 0; round < 20; round++) {
        const [, least, script] = shapes[round % shapes.length] ?? shapes[0]
        const seconds = uniqueSleep()
        const id = ConversationId.parse(seconds)
        const start = begin(supervisor, script, seconds, id)
        await until(() => aliveWith(seconds).length >= least)
        const stoppedAt = performance.now()
        await supervisor.jobs.stop(id, 1)
        times.push(performance.now() - stoppedAt)
        expect(aliveWith(seconds)).toEqual([])
        await start
      }
      if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(times.map(Math.round))
      expect(Math.max(...times)).toBeLessThan(500)
    },
  )

  test.for(shapes)(
    'nothing is left when all of a conversation are ended: %s',
    async ([, least, script]) => {
      const seconds = uniqueSleep()
      const starts = [begin(supervisor, script, seconds), begin(supervisor, script, seconds)]
      await until(() => aliveWith(seconds).length >= 2 * least)
      await Promise.all(starts)
      const endedAt = performance.now()
      supervisor.endJobs(CONVERSATION)
      await until(() => aliveWith(seconds).length === 0)
      expect(performance.now() - endedAt).toBeLessThan(1_000)
    },
  )

  test.for(shapes)('nothing is left when Phoenix quits: %s', async ([, least, script]) => {
    using own = temporaryFolder()
    const quitting = supervisorOn(own.path)
    const seconds = uniqueSleep()
    for (let each = 0; each < 4; each++) void begin(quitting, script, seconds)
    await until(() => aliveWith(seconds).length >= 4 * least)
    const quitAt = performance.now()
    await quitting.close()
    expect(performance.now() - quitAt).toBeLessThan(2_000)
    expect(aliveWith(seconds)).toEqual([])
  })

  test('what a job leaves behind when it ends by itself is ended', async () => {
    const seconds = uniqueSleep()
    await begin(supervisor, 'setsid sleep S & exit 0', seconds)
    await until(() => aliveWith(seconds).length === 0)
  })

  test.for(shapes)(
    'nothing is left by the next start behind a kill -9: %s',
    async ([, least, script]) => {
      using own = temporaryFolder()
      const seconds = uniqueSleep()
      try {
        await killHost(STARTING, [own.path, script.replaceAll('S', seconds)], () =>
          until(() => aliveWith(seconds).length >= least),
        )
        const next = supervisorOn(own.path)
        expect(await next.sweepLeftovers()).toBeGreaterThanOrEqual(least)
        expect(aliveWith(`sleep ${seconds}`)).toEqual([])
        expect(next.jobsOf(CONVERSATION)).toEqual([])
        await until(() => readdirSync(join(own.path, 'runs')).length === 0)
        await next.close()
      } finally {
        endAllWith(seconds)
      }
    },
  )

  test('a job that will not end is a survivor and no job, its end can be tried again', async () => {
    using own = temporaryFolder()
    const seconds = uniqueSleep()
    const table = stubbornTable()
    const options = { dataFolder: own.path, clock: Date, environment: process.env }
    const stubborn = createSupervisorWith(inlineEnder(table), options)
    try {
      await begin(stubborn, 'exec sleep S', seconds)
      const look = await stubborn.jobs.stop(CONVERSATION, 1)
      expect(look).toMatchObject({ phase: { type: 'ended', by: 'model', isLeft: true } })
      expect(stubborn.jobsOf(CONVERSATION)).toEqual([])
      const [survivor] = stubborn.survivorsOf(CONVERSATION)
      if (survivor === undefined) throw new Error('it is not listed')
      expect(survivor.command).toBe(`sleep ${seconds}`)
      table.yields = true
      await stubborn.end(survivor.workId)
      expect(aliveWith(seconds)).toEqual([])
      expect(stubborn.survivorsOf(CONVERSATION)).toEqual([])
    } finally {
      endAllWith(seconds)
      await stubborn.close()
    }
  })
})

test(
  'a gigabyte that a job prints costs no memory and blocks nothing',
  { timeout: 60_000 },
  async () => {
    using data = temporaryFolder()
    const script = `${HOST}
    const { monitorEventLoopDelay } = await import('node:perf_hooks')
    await supervisor.jobs.start({ ...request, command: 'head -c 1000000 /dev/zero; true' })
    const before = process.memoryUsage.rss()
    let most = before
    setInterval(() => { most = Math.max(most, process.memoryUsage.rss()) }, 10).unref()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const first = await supervisor.jobs.start({ ...request, workId: 'big' })
    const shown = () => supervisor.jobsOf('conversation')[0]
    while (shown()?.phase.type === 'running') await new Promise((resolve) => setTimeout(resolve, 50))
    const look = await supervisor.jobs.look(
      { conversationId: 'conversation', number: 2 }, { limitMs: 0, signal: request.signal },
    )
    console.log(JSON.stringify({
      grownMb: (most - before) / 1e6, p99: delay.percentile(99) / 1e6, kept: Buffer.byteLength(look.printed.text),
      bytes: first.job.printed.bytes + look.printed.bytes, phase: look.phase,
    }))
    await supervisor.close()
  `
    const args = [
      '--input-type=module',
      '-e',
      script,
      data.path,
      `yes | head -c ${1024 ** 3}; sleep 1`,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const measured = JSON.parse(stdout) as Record<string, unknown>
    if (process.env['PHOENIX_SHOW_FIGURES'] !== undefined) console.log(measured)
    expect(measured['grownMb']).toBeLessThan(100)
    expect(measured['kept']).toBeLessThan(33 * 1024)
    expect(measured['p99']).toBeLessThan(100)
    expect(measured['phase']).toMatchObject({ type: 'exited', code: 0 })
    expect(measured['bytes']).toBe(1024 ** 3)
  },
)
