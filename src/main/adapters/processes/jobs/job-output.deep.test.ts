import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bareOrder, HOST, hostArguments } from '../host.fixture.ts'
import { temporaryFolder } from '../supervisor-fixture.ts'

test(
  'a gigabyte of output from a job costs no memory and blocks nothing',
  { timeout: 60_000 },
  async () => {
    using data = temporaryFolder()
    const script = `${HOST}
    const { monitorEventLoopDelay } = await import('node:perf_hooks')
    await supervisor.jobs.start(requestOf({ command: 'head -c 1000000 /dev/zero; true' }))
    const before = process.memoryUsage.rss()
    let most = before
    setInterval(() => { most = Math.max(most, process.memoryUsage.rss()) }, 10).unref()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const first = await supervisor.jobs.start(requestOf())
    const shown = () => supervisor.jobsOf('conversation')[0]
    await new Promise((resolve) => {
      supervisor.onJobsChanged(() => { if (shown()?.phase.type !== 'running') resolve() })
    })
    const look = await supervisor.jobs.look(
      { conversationId: 'conversation', number: 2 }, { limitMs: 0, signal: requestOf().signal },
    )
    console.log(JSON.stringify({
      grownMb: (most - before) / 1e6, p99: delay.percentile(99) / 1e6, kept: Buffer.byteLength(look.printed.text),
      bytes: first.job.printed.bytes + look.printed.bytes, phase: look.phase,
    }))
    await supervisor.close()
  `
    const order = bareOrder(data.path, `yes | head -c ${1024 ** 3}; sleep 1`)
    const args = hostArguments(script, order)
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
