import { parentPort } from 'node:worker_threads'
import { procTable } from './process-table.ts'
import { createSweepLoop } from './sweep-loop.ts'
import type { SweepOrder } from './sweep-messages.ts'

/**
 * The thread that scans /proc, so no scan blocks the main thread. It imports only node: and its siblings and uses only
 * erasable types, so it runs both from the build and straight from source.
 */
const port = parentPort
if (port !== null) {
  const order = createSweepLoop(procTable, (report) => {
    port.postMessage(report)
  })
  port.on('message', (message: SweepOrder) => {
    order(message)
  })
}
