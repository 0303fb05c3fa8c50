import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { lowerPriority } from './low-priority.ts'

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

/** The nice value of a thread, as /proc/PID/task/TID/stat has it. */
function niceOf(thread: string): number {
  const facts = readFileSync(`/proc/${thread}/stat`, 'latin1')
  return Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[16])
}

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
