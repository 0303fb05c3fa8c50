import { parentPort, workerData } from 'node:worker_threads'
import type { SearchOrder } from './search-messages.ts'
import { openSearchThread } from './search-thread.ts'

/**
 * The search thread, so no search blocks the main thread. It runs both from the build and straight from source. Its priority
 * is not lower than that of the main thread, which waits for its lock: on a busy machine it would wait ten times as long.
 */
const port = parentPort
if (port !== null) {
  const thread = openSearchThread(String(workerData), (report) => port.postMessage(report))
  port.on('message', (order: SearchOrder) => {
    thread.take(order)
    if (order.type === 'close') port.close()
  })
}
