import { openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Returns ms of the machine's monotonic clock, which is the same in all threads and processes. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** A time, and the total time that the main thread had been waiting for a processor by then: both in ms. */
export interface Moment {
  readonly at: number
  readonly withheld: number
}

const SCHEDULED = `/proc/${process.pid}/task/${process.pid}/schedstat`
const file = openSync(SCHEDULED, 'r')
const read = Buffer.alloc(200)

export function currentMoment(): Moment {
  const length = readSync(file, read, 0, read.length, 0)
  const [, withheld] = read.toString('latin1', 0, length).split(' ')
  return { at: now(), withheld: Number(withheld) / 1e6 }
}

/** ms: elapsed, and without the time in which the main thread was waiting for a processor. */
export interface Elapsed {
  readonly wall: number
  readonly own: number
}

export function elapsedSince(began: Moment, ended = currentMoment()): Elapsed {
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

/** A thread that only delivers frames on time, however busy the main thread is. */
export class DeliveryThread {
  readonly #thread = new Worker(THREAD, { eval: true })
  readonly #pending = new Map<number, (moment: Moment) => void>()
  #count = 0

  constructor() {
    this.#thread.on('message', ({ id, moment }: { id: number; moment: Moment }) => {
      this.#pending.get(id)?.(moment)
      this.#pending.delete(id)
    })
  }

  /** Resolves in this many ms with the time of arrival. */
  async arrival(ms: number): Promise<Moment> {
    const id = ++this.#count
    return new Promise((resolve) => {
      this.#pending.set(id, resolve)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      this.#thread.postMessage({ id, ms })
    })
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }
}
