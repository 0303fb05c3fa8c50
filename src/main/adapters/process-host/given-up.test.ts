import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import type { OpenChannel } from './channel.ts'
import { createProcessHost } from './process-host.ts'

test.runIf(process.platform === 'linux')(
  'a process host that has died five times is not started again; commands start without it',
  async () => {
    using data = temporaryFolder()
    const begun: unknown[] = []
    const processHost: OpenChannel = (environment) => {
      begun.push(environment)
      throw new Error('no')
    }
    const options = { dataFolder: data.path, processHost }
    const host = createProcessHost(options, createRunTokens().next())
    const own = { PATH: process.env['PATH'] ?? '' }
    const order = { file: 'true', args: [], folder: '/', environment: own, hasGate: false }
    const run = async (): Promise<void> => {
      const started = await host.start(order)
      if (started.type !== 'started') throw new Error(JSON.stringify(started))
      started.child.stdout.resume()
      started.child.stderr.resume()
      await started.exit
    }
    try {
      while (begun.length < 5) await run()
      // Each of these would start another one before it has ended.
      for (let each = 0; each < 5; each += 1) await run()
      expect(begun).toHaveLength(5)
    } finally {
      host.close()
    }
  },
)
