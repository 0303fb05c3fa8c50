import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { temporaryFolder, until } from '../processes/supervisor-fixture.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import type { OpenChannel } from './channel.ts'
import { headerOf, type HostOrder } from './messages.ts'
import { createProcessHost } from './process-host.ts'
import { makeAndReport, orderOf } from './process-host.fixture.ts'

test.runIf(process.platform === 'linux')(
  'a gate that comes late is closed if its command was given up, and not if that has only ended',
  async () => {
    using data = temporaryFolder()
    const orders: HostOrder[] = []
    let starts = 0
    let endsAtOnce = false
    /** Says that each command has started, and nothing of its gate. */
    const processHost: OpenChannel = (_, { onReport }) => ({
      send(order) {
        orders.push(order)
        if (order.type === 'greeting') return onReport({ type: 'ready' })
        if (order.type === 'makePipes') return void makeAndReport(order.paths, onReport)
        starts += 1
        const { id } = order
        onReport({ type: 'started', id, pid: process.pid, startTime: 0, gate: id })
        if (endsAtOnce) onReport({ type: 'exited', id, exit: { code: 1, signal: null } })
      },
      hold: () => undefined,
      kill: () => undefined,
    })
    const options = { dataFolder: data.path, processHost }
    const host = createProcessHost(options, createRunTokens().next(), 1_000)
    try {
      host.prepare()
      await until(() => orders.length > 0)
      const [greeting] = orders
      if (greeting?.type !== 'greeting') throw new Error('no greeting')
      const comes = async (id: number) => {
        const gate = connect(greeting.socketPath)
        await once(gate, 'connect')
        gate.write(headerOf(Buffer.from(greeting.secret, 'hex'), id))
        return gate.resume()
      }
      const order = orderOf('true', { hasGate: true })
      expect(await host.start(order)).toEqual({ type: 'lost' })
      await once(await comes(0), 'close')
      const next = host.start(order)
      await until(() => starts === 2)
      const gate = await comes(1)
      const started = await next
      expect(started).toMatchObject({ type: 'started', child: { gate: { destroyed: false } } })
      gate.destroy()
      // A command that ended before its gate came has started all the same.
      endsAtOnce = true
      const ended = host.start(order)
      await until(() => starts === 3)
      const late = await comes(2)
      expect(await ended).toMatchObject({ type: 'started', child: { gate: { destroyed: false } } })
      late.destroy()
    } finally {
      host.close()
    }
  },
)
