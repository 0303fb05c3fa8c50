import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import type { OpenChannel } from './channel.ts'
import type { HostOrder } from './messages.ts'
import { createProcessHost } from './process-host.ts'
import { makeAndReport, orderOf } from './process-host.fixture.ts'

test.runIf(process.platform === 'linux')(
  'a disk on which the next pipes are slow to make ends no command that runs',
  async () => {
    using data = temporaryFolder()
    let starts = 0
    const asked: HostOrder[] = []
    let isKilled = false
    /** Says that each command has started, and is slow to make all pipes but the first. */
    const processHost: OpenChannel = (_, { onReport }) => ({
      send(order) {
        if (order.type === 'greeting') return onReport({ type: 'ready' })
        if (order.type === 'makePipes') {
          if (starts > 0) return void asked.push(order)
          return void makeAndReport(order.paths, onReport)
        }
        starts += 1
        const { id, order: of } = order
        onReport({
          type: 'started',
          id,
          pid: process.pid,
          startTime: 0,
          gate: of.hasGate ? id : null,
        })
      },
      hold: () => undefined,
      kill: () => {
        isKilled = true
      },
    })
    const options = { dataFolder: data.path, processHost }
    const host = createProcessHost(options, createRunTokens().next(), 200)
    try {
      host.prepare()
      while (asked.length === 0) {
        await host.start(orderOf('true'))
        await setImmediate()
      }
      // Its gate never comes: it is given up after the time that a start may take, which began later than the order for pipes.
      expect(await host.start(orderOf('true', { hasGate: true }))).toEqual({ type: 'lost' })
      expect(isKilled).toBe(false)
    } finally {
      host.close()
    }
  },
)
