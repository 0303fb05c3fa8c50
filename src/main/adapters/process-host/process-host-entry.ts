import { serveOrders } from './serve-orders.ts'
import type { HostOrder } from './messages.ts'

/** The process host when started by Node (forked-channel.ts). It ends with the program that gives its orders. */
serveOrders({
  send: (report) => process.send?.(report),
  onOrder(listener) {
    process.on('message', (order: HostOrder) => listener(order))
  },
})
process.on('disconnect', () => process.exit())
