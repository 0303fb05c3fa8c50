import { openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** ms of the machine's clock that only goes forward: the same in all threads and processes. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** A moment, and how long the main thread had been kept waiting for a processor by then: both in ms. */
export interface Moment {
  readonly at: number
  readonly withheld: number
}

const SCHEDULED = `/proc/${process.pid}/task/${process.pid}/schedstat`
const file = openSync(SCHEDULED, 'r')
const read = Buffer.alloc(200)

export function thisMoment(): Moment {
  const length = readSync(file, read, 0, read.length, 0)
  const [, withheld] = read.toString('latin1', 0, length).split(' ')
  return { at: now(), withheld: Number(withheld) / 1e6 }
}

/** ms: all in all, and without the time in which the machine gave the main thread no processor. */
export interface Took {
  readonly wall: number
  readonly own: number
}

export function tookSince(began: Moment, ended = thisMoment()): Took {
  const wall = ended.at - began.at
  return { wall, own: wall - (ended.withheld - began.withheld) }
}

const THREAD = `
  const { parentPort } = require('node:worker_threads')
  const { readFileSync } = require('node:fs')
  parentPort.on('message', ({ id, ms }) => {
    setTimeout(() => {
      const at = Number(process.hrtime.bigint()) / 1e6
      const withheld = Number(readFileSync('${SCHEDULED}', 'latin1').split(' ')[1]) / 1e6
      parentPort.postMessage({ id, moment: { at, withheld } })
    }, ms)
  })
`

/** A thread that does nothing but let frames arrive on time, whatever the main thread is busy with. */
export class Line {
  private readonly thread = new Worker(THREAD, { eval: true })
  private readonly waiting = new Map<number, (moment: Moment) => void>()
  private count = 0

  constructor() {
    this.thread.on('message', ({ id, moment }: { id: number; moment: Moment }) => {
      this.waiting.get(id)?.(moment)
      this.waiting.delete(id)
    })
  }

  /** Resolves so many ms from now with the moment of the arrival. */
  async arrival(ms: number): Promise<Moment> {
    const id = ++this.count
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      this.thread.postMessage({ id, ms })
    })
  }

  async close(): Promise<void> {
    await this.thread.terminate()
  }
}
