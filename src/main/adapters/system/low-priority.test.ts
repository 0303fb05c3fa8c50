import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { lowerPriority } from './low-priority.ts'
import { niceOf } from './thread-priority.fixture.ts'

const MODULE = new URL('low-priority.ts', import.meta.url).href
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  const { readlinkSync } = require('node:fs')
  import(${JSON.stringify(MODULE)}).then(({ lowerPriority }) => {
    lowerPriority()
    parentPort.postMessage(readlinkSync('/proc/thread-self'))
    parentPort.once('message', () => {})
  })
`

test.runIf(existsSync('/proc/thread-self'))(
  'a thread with low priority yields to the main thread, whose priority does not change',
  async () => {
    const main = `${process.pid}/task/${process.pid}`
    const before = niceOf(main)
    const worker = new Worker(THREAD, { eval: true })
    const [thread] = await once(worker, 'message')
    expect(niceOf(String(thread))).toBe(10)
    await worker.terminate()
    lowerPriority()
    expect(niceOf(main)).toBe(before)
  },
)
