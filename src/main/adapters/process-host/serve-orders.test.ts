import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasProc, temporaryFolder } from '../processes/supervisor-fixture.ts'
import { type HostOrder, type HostReport, SECRET_BYTES } from './messages.ts'
import { serveOrders } from './serve-orders.ts'

/** Gives orders, and reads the reports one after the other. */
class Orders {
  #give: (order: HostOrder) => void = () => undefined
  readonly #reports: HostReport[] = []
  #answered = Promise.withResolvers<void>()

  constructor() {
    serveOrders({
      onOrder: (listener) => void (this.#give = listener),
      send: (report) => {
        if (report.type === 'exited') return
        this.#reports.push(report)
        this.#answered.resolve()
      },
    })
  }

  async order(order: HostOrder): Promise<HostReport | undefined> {
    this.#answered = Promise.withResolvers()
    this.#give(order)
    await this.#answered.promise
    return this.#reports.at(-1)
  }

  start(id: number): Promise<HostReport | undefined> {
    const environment = { PATH: process.env['PATH'] ?? '' }
    const order = { file: 'true', args: [], folder: '/', environment, hasGate: true }
    return this.order({ type: 'start', id, order, pipes: ['/dev/null', '/dev/null'] })
  }
}

async function listening(path: string) {
  const lines = new Set<Socket>()
  const server = createServer((line) => lines.add(line.on('error', () => undefined)))
  server.listen(path)
  await once(server, 'listening')
  return {
    /** From now on no connection can be opened. */
    refuse: () => server.close(),
    [Symbol.dispose]() {
      server.close()
      for (const line of lines) line.destroy()
    },
  }
}

test.runIf(hasProc)('a spare line that cannot be opened costs no later command', async () => {
  using data = temporaryFolder()
  const socketPath = join(data.path, 'socket')
  using first = await listening(socketPath)
  const orders = new Orders()
  const secret = '00'.repeat(SECRET_BYTES)
  await orders.order({ type: 'greeting', socketPath, secret, dumpFilter: null })
  first.refuse()
  expect(await orders.start(1)).toMatchObject({ type: 'started', id: 1, gate: 0 })
  // The spare connection has been refused once this later one is.
  await new Promise(setImmediate)
  await once(connect(socketPath), 'error')
  using _second = await listening(socketPath)
  expect(await orders.start(2)).toMatchObject({ type: 'started', id: 2 })
})
