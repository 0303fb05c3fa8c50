import { parentPort } from 'node:worker_threads'
import { procTable } from './process-table.ts'
import { createSweepLoop } from './sweep-loop.ts'
import type { SweepOrder } from './sweep-messages.ts'

/**
 * The thread that looks through /proc, so that no scan blocks the main thread. It imports node: and its siblings only
 * and uses erasable types only: it runs from the build and straight from source.
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
