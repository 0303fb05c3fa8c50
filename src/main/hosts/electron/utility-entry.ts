import { serveOrders } from '../../adapters/process-host/serve-orders.ts'
import type { HostOrder } from '../../adapters/process-host/messages.ts'

/** The process host when started by Electron (utility-channel.ts). Electron ends it with the app. */
const port = process.parentPort
serveOrders({
  send: (report) => port.postMessage(report),
  onOrder(listener) {
    port.on('message', ({ data }: { readonly data: HostOrder }) => listener(data))
  },
})
