import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import type { OpenChannel } from './channel.ts'
import { testChannel } from './process-host.fixture.ts'
import { createProcessHost } from './process-host.ts'

const ORDER = {
  file: 'bash',
  args: ['-c', 'echo $PPID'],
  folder: '/',
  environment: { PATH: process.env['PATH'] ?? '' },
  hasGate: false,
}

test.runIf(process.platform === 'linux')(
  'a process host that was prepared starts even the first command',
  async () => {
    using data = temporaryFolder()
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    const processHost: OpenChannel = (environment, { onEnd, onReport }) =>
      testChannel(environment, {
        onEnd,
        onReport(report) {
          onReport(report)
          if (report.type === 'ready') resolve()
        },
      })
    const options = { dataFolder: data.path, processHost }
    const host = createProcessHost(options, createRunTokens().next())
    try {
      host.prepare()
      await ready
      const started = await host.start(ORDER)
      if (started.type !== 'started') throw new Error(JSON.stringify(started))
      started.child.stderr.resume()
      const parent = Number(await text(started.child.stdout))
      await started.exit
      expect(parent).toBeGreaterThan(1)
      expect(parent).not.toBe(process.pid)
    } finally {
      host.close()
    }
  },
)
